"""Since when no stone of a game is removed any more; nullable, so that a program of the version
before may go on writing.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("tournament", "0011_schedule_held")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="stones_stay_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
