"""Countries that files brought as the European Go Database writes them are those of ISO 3166."""

from typing import Any

from django.db import migrations


def write_iso(apps: Any, _schema: Any) -> None:
    """Write GB for UK, so that players of one country are of one country."""
    for name in ("Player", "ListedPlayer", "Tournament"):
        rows = apps.get_model("tournament", name)._base_manager
        rows.filter(country__iexact="UK").update(country="GB")


class Migration(migrations.Migration):
    """After the country of an event."""

    dependencies = (("tournament", "0007_sponsor_logo"),)
    operations = (migrations.RunPython(write_iso, migrations.RunPython.noop),)
