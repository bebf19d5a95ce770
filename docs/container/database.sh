#!/bin/sh
# Makes the server's own user and its database, once, as docs/postgresql.md says.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$DATABASE_PASSWORD" -U postgres -d postgres <<'SQL'
CREATE ROLE grand LOGIN CREATEROLE PASSWORD :'password';
CREATE DATABASE grand OWNER grand;
SQL
