#!/bin/sh
# Makes the secrets of a new installation in the folder secrets/, once; what is there stays.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
# Nobody else may enter the folder. The files are readable: the containers' users are others.
chmod 700 secrets
random() { head -c 48 /dev/urandom | base64 | tr -d '\n/+='; }
put() {
    if [ ! -s "secrets/$1" ]; then
        printf '%s' "$2" > "secrets/$1"
        chmod 444 "secrets/$1"
        echo "secrets/$1 made"
    fi
}
put secret_key "$(random)"
put postgres_password "$(random)"
put services_password "$(random)"
# The owner of the tables migrates; the services sign in as a role that owns nothing.
put owner_url "postgres://shinpan:$(cat secrets/postgres_password)@postgres:5432/shinpan"
put database_url "postgres://shinpan_services:$(cat secrets/services_password)@postgres:5432/shinpan"
