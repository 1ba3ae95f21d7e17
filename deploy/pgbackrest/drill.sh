#!/bin/sh
# Plays a restore to a minute ago, or to the time given, beside the database that runs, and deletes it again.
# For the account that PostgreSQL runs as: runuser -u postgres -- sh deploy/pgbackrest/drill.sh
set -eu
database=${DATABASE:-clubtornei}
target=${1:-$(date --date='1 minute ago' '+%Y-%m-%d %H:%M:%S%z')}
programs=$(psql --tuples-only --no-align --command "SELECT setting FROM pg_config WHERE name = 'BINDIR'" "$database")
folder=$(mktemp --directory "${TMPDIR:-/tmp}/clubtornei-drill-XXXXXX")
trap '"$programs/pg_ctl" --pgdata "$folder/data" --mode immediate stop > "$folder/stop" 2>&1 || true; rm -rf "$folder"' EXIT

# The log must go beyond the time; `check` waits until it is in the archive.
psql --quiet --output /dev/null --command 'SELECT pg_current_xact_id()' "$database"
pgbackrest --stanza=clubtornei --log-level-console=error check
mkdir --mode 700 "$folder/data"
pgbackrest --stanza=clubtornei --log-level-console=error --pg1-path="$folder/data" \
	--type=time --target="$target" --target-action=promote restore

# What this copy needs of its settings stands here: those of the database may be elsewhere, and it archives.
: > "$folder/data/postgresql.conf"
echo 'local all all trust' > "$folder/data/pg_hba.conf"
"$programs/pg_ctl" --pgdata "$folder/data" --log "$folder/log" \
	--options "-c listen_addresses= -c unix_socket_directories=$folder -c archive_mode=off -c hot_standby=off" \
	start > "$folder/start"
until psql --host "$folder" --quiet --output /dev/null --command 'SELECT 1' "$database" 2> "$folder/answer"; do
	if ! "$programs/pg_ctl" --pgdata "$folder/data" status > "$folder/answer"; then
		cat "$folder/log" >&2
		exit 1
	fi
	sleep 1
done
echo "Restored to $target. Results, and the last one:"
for host in "$folder" ""; do
	psql ${host:+--host "$host"} --tuples-only --no-align --field-separator ', ' \
		--command 'SELECT count(*), max(at) FROM rounds_resultentry' "$database"
done
echo "(the restored copy, then the database that runs)"
