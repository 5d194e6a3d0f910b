"""The job table belongs to ``jobs`` from now on; nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("adjudication", "0004_cases_and_rulings"), ("jobs", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[], state_operations=[migrations.DeleteModel("Job")]
        )
    ]
