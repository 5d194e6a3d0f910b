"""Adds the counters by which open pages learn what is new."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="trailhead",
            name="all",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name="trailhead",
            name="public",
            field=models.PositiveBigIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
