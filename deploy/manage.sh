#!/bin/sh
# Runs a command of the program on a server without containers, as its user and with the settings
# of its services: manage createsuperuser. What changes tables is for their owner, who has a user of
# the system as well: manage --owner migrate
user=shinpan
if [ "${1:-}" = --owner ]; then
    user=shinpan-owner
    shift
fi
exec systemd-run --quiet --pty --pipe --wait --uid="$user" --property=PrivateTmp=yes \
    --property=EnvironmentFile=/etc/shinpan.env --working-directory=/opt/shinpan \
    /opt/shinpan/.venv/bin/python manage.py "$@"
