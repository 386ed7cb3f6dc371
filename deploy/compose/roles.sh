#!/bin/sh
# Runs once, when the database folder is new: creates the three roles of docs/security.md, "Roles of the database".
set -eu
psql --set ON_ERROR_STOP=1 --username postgres \
  --set owner="$OWNER_PASSWORD" --set server="$SERVER_PASSWORD" --set signer="$SIGNER_PASSWORD" <<'SQL'
create role sarraf_owner login password :'owner';
create role sarraf_server login noinherit password :'server';
create role sarraf_signer login noinherit password :'signer';
alter role sarraf_signer set default_transaction_read_only = on;
create database sarraf owner sarraf_owner;
SQL
