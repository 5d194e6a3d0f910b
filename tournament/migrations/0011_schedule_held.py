"""Since when a restored tournament waits with the dates of its rounds; nullable, so that a program
of the version before may go on writing.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("tournament", "0010_leagues")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="schedule_held_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
