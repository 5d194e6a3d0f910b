"""Finds the events that erased somebody without reading a tournament's whole trail."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One index."""

    dependencies = [("tournament", "0013_drafts_deleted")]

    operations = [
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(
                condition=models.Q(verb="player.erased"),
                fields=["tournament"],
                name="audit_erased",
            ),
        ),
    ]
