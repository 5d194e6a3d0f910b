#!/bin/sh
# Pins the images of others to their digests of today, in the file .env: what a tag names may change
# on the registry from one day to the next, a digest never does. Run it again to take newer ones.
set -eu
cd "$(dirname "$0")/.."
touch .env
pin() {
    docker pull --quiet "$2" >/dev/null
    digest=$(docker image inspect --format '{{index .RepoDigests 0}}' "$2")
    case $digest in
        *@sha256:*) ;;
        *) echo "pin: $2 has no digest of a registry" >&2; exit 1 ;;
    esac
    others=$(grep -v "^$1=" .env || true)
    # In place: the file keeps its owner and who may read it.
    printf '%s\n' "$others" "$1=$2@${digest##*@}" | sed '/^$/d' > .env.new
    cat .env.new > .env
    rm .env.new
    echo "$2 is $digest"
}
umask 077
pin PYTHON_IMAGE python:3.13-slim
pin POSTGRES_IMAGE postgres:18
pin VALKEY_IMAGE valkey/valkey:9
pin CADDY_IMAGE caddy:2
