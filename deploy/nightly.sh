#!/bin/sh
# Runs a command every night: sh nightly.sh 03:30 COMMAND... (the time is that of TZ, else UTC).
# A night that fails is told and does not end it; a file says so until one succeeds, for the health
# check: test ! -e /tmp/failed
at=$1
shift
failed=${TMPDIR:-/tmp}/failed
trap 'exit 0' TERM INT
while :; do
    now=$(date +%s)
    next=$(date -d "today $at" +%s) || exit 2
    [ "$next" -gt "$now" ] || next=$(date -d "tomorrow $at" +%s)
    sleep $((next - now)) &
    wait $!
    if "$@"; then
        rm -f "$failed"
    else
        echo "nightly: this failed with $?: $*" >&2
        touch "$failed"
    fi
done
