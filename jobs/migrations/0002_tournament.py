"""Lets the open jobs of a tournament be found without reading those of others."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="job",
            name="tournament_id",
            field=models.BigIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("state__in", ("ready", "running", "failed"))),
                fields=["tournament_id", "kind"],
                name="job_open_of_tournament",
            ),
        ),
    ]
