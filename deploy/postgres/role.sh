#!/bin/sh
# Runs once, when the volume is new: the site's role owns its tables, sees whether there is a base backup, and may
# do nothing more. Nobody comes in as the superuser over the network; from this machine:
# `docker compose exec database psql --username postgres`.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password POSTGRES_PASSWORD
CREATE ROLE clubtornei LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
GRANT CREATE ON SCHEMA public TO clubtornei;
GRANT EXECUTE ON FUNCTION pg_ls_waldir() TO clubtornei;
ALTER ROLE postgres PASSWORD NULL;
SQL
