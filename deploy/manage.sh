#!/bin/sh
# Runs a command of the program on a server without containers, as its user and with the settings
# of its services: manage migrate
exec systemd-run --quiet --pty --pipe --wait --uid=shinpan --property=PrivateTmp=yes \
    --property=EnvironmentFile=/etc/shinpan.env --working-directory=/opt/shinpan \
    /opt/shinpan/.venv/bin/python manage.py "$@"
