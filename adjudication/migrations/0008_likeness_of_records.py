"""What is derived from records belongs to the records, those of statements too: all made again."""

import django.db.models.deletion
from django.db import migrations, models


def _key() -> models.Field:
    return models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )


def _of(to: str, name: str) -> models.ForeignKey:
    return models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name=name, to=to)


class Migration(migrations.Migration):
    dependencies = [
        ("adjudication", "0007_asked_walls_and_area"),
        ("tournament", "0006_unavoidable"),
    ]

    operations = [
        migrations.DeleteModel(name="Fingerprint"),
        migrations.DeleteModel(name="Likeness"),
        migrations.CreateModel(
            name="Fingerprint",
            fields=[
                ("id", _key()),
                ("number", models.BigIntegerField()),
                ("game", _of("tournament.game", "fingerprints")),
                ("record", _of("adjudication.gamerecordfile", "fingerprints")),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="tournament.tournament"
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["tournament", "number"], name="fingerprint_number")
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("record", "number"), name="fingerprint_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Likeness",
            fields=[
                ("id", _key()),
                ("common", models.PositiveIntegerField()),
                ("moves", models.PositiveIntegerField()),
                ("game", _of("tournament.game", "likenesses")),
                ("other", _of("adjudication.gamerecordfile", "copies")),
                ("record", _of("adjudication.gamerecordfile", "likenesses")),
            ],
            options={
                "verbose_name_plural": "likenesses",
                "constraints": [
                    models.UniqueConstraint(fields=("record", "other"), name="likeness_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Contradiction",
            fields=[
                ("id", _key()),
                ("game", _of("tournament.game", "contradictions")),
                ("other", _of("adjudication.gamerecordfile", "+")),
                ("record", _of("adjudication.gamerecordfile", "contradictions")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("record", "other"), name="contradiction_once")
                ],
            },
        ),
    ]
