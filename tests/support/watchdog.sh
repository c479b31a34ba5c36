# Ends the shared test server (process $2, folder $1) ten minutes after its last use.
# It outlives the test process that started it, so that no server is left behind and the next run finds it warm.
while sleep 20; do
    [ "$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)" = "$2" ] || exit 0
    [ -z "$(find "$1/heartbeat" -mmin +10 2>/dev/null)" ] && continue
    kill -INT "$2"
    tries=0
    while kill -0 "$2" 2>/dev/null && [ $tries -lt 30 ]; do
        sleep 1
        tries=$((tries + 1))
    done
    kill -0 "$2" 2>/dev/null || rm -rf "$1"
    exit 0
done
