"""A player's name is written in two parts from here on; what was the whole name is the surname."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_confirmed_is_final")]
    operations = [
        migrations.RemoveConstraint(model_name="player", name="player_named"),
        migrations.RenameField(model_name="player", old_name="name", new_name="surname"),
    ]
