"""Finds what is waiting, running or given up of one kind without reading all that is done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One index."""

    dependencies = [("jobs", "0002_request_and_what_is_finished")]

    operations = [
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(state__in=("ready", "running", "failed")),
                fields=["kind"],
                name="job_open",
            ),
        ),
    ]
