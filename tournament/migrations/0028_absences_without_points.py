from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0027_register_pairs"),
    ]

    operations = [
        migrations.AddField(
            model_name="absence",
            name="counts",
            field=models.BooleanField(default=True),
        ),
    ]
