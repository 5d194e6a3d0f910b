"""Comparisons of formats say what other tie-breaks would change.

Events that were played before know nothing of it: their comparisons go, and can be asked for again.
"""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_comparisons(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete what was compared before."""
    apps.get_model("tournament", "FormatComparison").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0024_looking_ahead"),
    ]

    operations = [
        migrations.RunPython(forget_comparisons, migrations.RunPython.noop),
        migrations.AddField(
            model_name="formatcomparison",
            name="prizes",
            field=models.PositiveSmallIntegerField(default=3),
        ),
    ]
