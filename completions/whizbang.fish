# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_whizbang_global_optspecs
    string join \n o/output= columns= wide fail-if-empty no-color q/quiet v/verbose utc local database-url= profile= schema= all-schemas timeout= statement-timeout= lock-timeout= connect-timeout= actor= h/help V/version
end

function __fish_whizbang_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_whizbang_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_whizbang_using_subcommand
    set -l cmd (__fish_whizbang_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c whizbang -n "__fish_whizbang_needs_command" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_needs_command" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_needs_command" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_needs_command" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_needs_command" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_needs_command" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_needs_command" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_needs_command" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_needs_command" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_needs_command" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_needs_command" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "overview" -d 'See where a service stands, on one screen'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "poison" -d 'See which work rows fail again and again'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "backlog" -d 'See which rows are scheduled for later, and why'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "stream" -d 'See why a stream does not move'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "message" -d 'Look at one message'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "dlq" -d 'Look at dead letters and act on them'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "promote" -d 'Move rows to the dead letters, where they block nothing'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "park" -d 'Stop rows from being claimed until they are unparked'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "unpark" -d 'Let parked rows go on as before'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "retry" -d 'Make rows claimable now or at a time'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "release" -d 'Clear leases that nobody works under any more'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "replay" -d 'Put dead letters back into their work tables'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "operation" -d 'Changes of many items: see, apply, resume or cancel them'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "audit" -d 'Who did what and why, and whether the record of it is whole'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "doctor" -d 'Check the server, the session and each service, with remedies'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "migrate" -d 'Create and upgrade the schema that keeps the record of changes'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "config" -d 'Look at the settings'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "completions" -d 'Print the completions of a shell'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "man" -d 'Print the manual page, or write them all'
complete -c whizbang -n "__fish_whizbang_needs_command" -f -a "demo" -d 'Try everything on a private server with an incident, with a tour'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l min-attempts -d 'Attempts that make a poison candidate; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand overview" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -f -a "histogram" -d 'Count the failed rows by what they have in common'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and not __fish_seen_subcommand_from histogram list" -f -a "list" -d 'List poison candidates, most attempts first'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l by -d 'What to group by' -r -f -a "reason\t'Why they failed last'
attempts\t'Attempts; failures of a projection, where they are counted'
type\t'Message type, or perspective'
destination\t'Where outbox rows go'
table\t'Work table'
age\t'How long ago they were stored'
signature\t'Signature of the error'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l limit -d 'Groups at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from histogram" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l max-attempts -d 'The service\'s cap, from which `dies_in` is worked out' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l sort -d 'Order of the rows' -r -f -a "attempts\t'Most attempts first, then oldest'
newest\t'Newest first'
oldest\t'Oldest first'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted [default: 10, without --attempts]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand poison; and __fish_seen_subcommand_from list" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand backlog" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -f -a "blocked" -d 'Say why a stream does not move and what would help; without ID list all blocked streams'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -f -a "show" -d 'List the rows of a stream in order, its dead letters among them'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -f -a "quarantine" -d 'Park all that waits in a stream'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and not __fish_seen_subcommand_from blocked show quarantine release" -f -a "release" -d 'Give the rows that a quarantine parked their schedules from before'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l table -d 'Only streams of this table; nothing blocks an inbox, but its rows may stall' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l where -d 'Text at a place in metadata, scope or body of a message of the stream, as `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l scan-limit -d 'Time limit of each search that no index serves [default: 2s; without ID 500ms, and large tables not at all]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l count-followers -d 'Count the rows behind each head even where no index finds them'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l stalled -d 'Only streams whose head never moves by itself'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l working -d 'Also projections that a live instance works on at the moment'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from blocked" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l where -d 'Text at a place in metadata, scope or body, as `scope.tenantId=acme`; without ID whole streams with such a message' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from quarantine" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l max-attempts -d 'The service\'s cap on attempts' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l reset-attempts -d 'Start counting attempts, and failures of a projection, anew'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l keep-attempts -d 'Keep the count, also where the next claim dead-letters the row'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand stream; and __fish_seen_subcommand_from release" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and not __fish_seen_subcommand_from show" -f -a "show" -d 'Show where a message is and what happened to it'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l payload -d 'Show the body, redacted'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l raw -d 'Show the body as it is stored, secrets included'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand message; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "list" -d 'List dead letters, newest first'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "show" -d 'Show dead letters in full, with all incarnations of their messages'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "groups" -d 'Group dead letters by their error'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "histogram" -d 'Count dead letters by what they have in common'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "diff" -d 'Compare two dead letters, or one with its event'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "export" -d 'Write dead letters whole, for a copy elsewhere'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "due" -d 'List what the service will recover by itself, and when'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "replay" -d 'Put dead letters back into their work tables'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "edit" -d 'Replay a message with another body, as a new message'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "hold" -d 'Keep dead letters from the service\'s own recovery'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "unhold" -d 'Let the service recover dead letters by itself again, with losses'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "give-up" -d 'Settle dead letters for good'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "retry-by-service" -d 'Ask the service to recover dead letters by itself, with losses'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "import" -d 'Put dead letters back that `dlq export` wrote'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "note" -d 'Append a line to the notes of a dead letter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "sweep" -d 'Have the service recover dead letters as its sweep for a new generation does, with losses'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "purge" -d 'Delete dead letters that were recovered or given up long ago'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and not __fish_seen_subcommand_from list show groups histogram diff export due replay edit hold unhold give-up retry-by-service import note sweep purge restore" -f -a "restore" -d 'Bring back the dead letters of a purge'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l sort -d 'Order of the rows, by when they died' -r -f -a "newest\t'Newest first'
oldest\t'Oldest first'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from list" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l payload -d 'Show the body, redacted'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l raw -d 'Show the body as it is stored, secrets included'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l limit -d 'Groups at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l work -d 'Count the failed rows of the work tables with the same error as well'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from groups" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l by -d 'What to group by' -r -f -a "reason\t'Why they died'
type\t'Message type'
status\t'Where they stand'
generation\t'Build of the service that they died under'
age\t'How long ago they died'
signature\t'Signature of the error'
stream\t'Stream'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l limit -d 'Groups at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from histogram" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l raw -d 'Show what differs as it is stored, secrets included'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from diff" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l to -d 'Write to this file, which must not be there yet' -r -F
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l force -d 'Replace the file that is there'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from export" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from due" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l max-incarnations -d 'Deaths with one signature in one generation from which on it takes --again' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l reserve -d 'Hold the dead letters of a plan until it comes to them: neither the service\'s own recovery nor a deploy takes them before'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l supersede-older -d 'Give up the message\'s older dead letters, from which the service would run it again'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l override-disposition -d 'Also dead letters that were given up'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l again -d 'Also messages that came back dead before, or ran since'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l break-at-most-once -d 'Also schedule occurrences that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l allow-lossy -d 'Also rows whose tenant scope is lost'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l allow-out-of-order -d 'Also where later messages of the stream ran already, or may have'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l at-tail -d 'Behind all that waits in the stream, rather than at its place'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l restore-priority -d 'The priority from before, rather than 250 (background)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l reset-observations -d 'Set the count of redeliveries to 0, so that it is not taken for poison'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from replay" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l body -d 'Take the new body from a file, `-` for standard input, rather than from the editor [env: VISUAL, EDITOR]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l max-incarnations -d 'Deaths with one signature in one generation from which on it takes --again' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l supersede-older -d 'Give up the message\'s older dead letters, from which the service would run it again'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l override-disposition -d 'Also dead letters that were given up'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l again -d 'Also messages that came back dead before, or ran since'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l break-at-most-once -d 'Also schedule occurrences that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l allow-lossy -d 'Also rows whose tenant scope is lost'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l allow-out-of-order -d 'Also where later messages of the stream ran already, or may have'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l at-tail -d 'Behind all that waits in the stream, rather than at its place'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l restore-priority -d 'The priority from before, rather than 250 (background)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l reset-observations -d 'Set the count of redeliveries to 0, so that it is not taken for poison'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from edit" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l until-deploy -d 'Let the start of the next build of the service release them'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l override-disposition -d 'Also dead letters that were given up'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from hold" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l override-disposition -d 'Also dead letters that were given up'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from unhold" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from give-up" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l at -d 'At this time rather than now: RFC 3339, or +2h' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l override-disposition -d 'Also dead letters that were given up'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from retry-by-service" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l max-items -d 'Do nothing when there are more dead letters' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l as-they-were -d 'Let them in as they were: the service recovers what is pending by itself, and at once. Otherwise all that are not settled come in held'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from import" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from note" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l generation -d 'Sweep as this build of the service would: what was swept for it before stays as it is' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l died-under -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from sweep" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l keep -d 'How long the rows are kept in the record at least, to be restored from there' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from purge" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand dlq; and __fish_seen_subcommand_from restore" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l failure-reason -d 'Reason that the dead letters get [default: max-attempts-exceeded at the cap, else the row\'s own]' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l generation -d 'Generation that the dead letters get [default: that of the newest dead letter]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l max-attempts -d 'The service\'s cap on attempts' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l failed-with -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l give-up -d 'Give the dead letters up for good rather than hold them'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l let-service-recover -d 'Leave the dead letters to the service\'s own recovery, which loses columns'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l with-followers -d 'And all that are behind them in their streams, the last first, so that none of them runs meanwhile'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand promote" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l until -d 'Until this time rather than for ever: RFC 3339, or +2h' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand park" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l max-attempts -d 'The service\'s cap on attempts' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l reset-attempts -d 'Start counting attempts, and failures of a projection, anew'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l keep-attempts -d 'Keep the count, also where the next claim dead-letters the row'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand unpark" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l at -d 'At this time rather than now: RFC 3339, or +2h' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l max-attempts -d 'The service\'s cap on attempts' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l reset-attempts -d 'Start counting attempts, and failures of a projection, anew'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l keep-attempts -d 'Keep the count, also where the next claim dead-letters the row'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand retry" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l table -d 'Work table' -r -f -a "outbox\t'Messages to publish'
inbox\t'Messages to handle'
perspective\t'Events to apply to projections'"
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l handler -d 'Handler of an inbox row, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l min-attempts -d 'Attempts at least; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l failed-only -d 'Only rows with the Failed bit and a schedule'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l steal -d 'Also rows that a live instance is working on; its report may undo the change'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand release" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l table -d 'Where they came from' -r -f -a "outbox\t'A row of the outbox'
inbox\t'A row of the inbox'
perspective\t'An item of a projection'
broker\t'The broker\'s own dead-letter queue'"
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l failure-reason -d 'Why they died, or failed last, by name or number' -r -f -a "none\t''
transport-not-ready\t''
transport-exception\t''
serialization-error\t''
validation-error\t''
max-attempts-exceeded\t''
lease-expired\t''
event-storage-failure\t''
throttled\t''
security-context-establishment-failure\t''
empty-stream-id\t''
message-body-too-large\t''
body-claim-provider-unknown\t''
body-claim-integrity-failure\t''
composite-inner-event-limit-exceeded\t''
composite-expansion-failure\t''
broker-dead-letter\t''
poison-redelivery-loop\t''
unknown\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l type -d 'Message type, with * and ?; the perspective of a perspective event' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l destination -d 'Where they were to go, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l perspective -d 'Perspective, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l stream -d 'Stream' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l signature -d 'Signature of the error' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l error-contains -d 'Part of the error text' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l error-matches -d 'What the error text matches: a regular expression of PostgreSQL' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l attempts -d 'How often they were tried, as `>=10`; failures of a projection, where they are counted' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l older-than -d 'Dead, or stored, before this time, or for longer than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l newer-than -d 'Dead, or stored, after this time, or for less than this' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l where -d 'Text at a place in metadata, scope or body, as `payload.orderNumber=4711` or `scope.tenantId=acme`' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l status -d 'pending, recovering, held, recovered or given-up' -r -f -a "pending\t''
recovering\t''
held\t''
recovered\t''
given-up\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l generation -d 'Build of the service that they died under' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l max-incarnations -d 'Deaths with one signature in one generation from which on it takes --again' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l never-attempted -d 'Only those that were never claimed'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l all -d 'All there are, without a filter'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l reserve -d 'Hold the dead letters of a plan until it comes to them: neither the service\'s own recovery nor a deploy takes them before'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l supersede-older -d 'Give up the message\'s older dead letters, from which the service would run it again'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l override-disposition -d 'Also dead letters that were given up'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l assume-own -d 'Also dead letters that may be another service\'s'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l again -d 'Also messages that came back dead before, or ran since'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l break-at-most-once -d 'Also schedule occurrences that must run at most once'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l allow-lossy -d 'Also rows whose tenant scope is lost'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l allow-out-of-order -d 'Also where later messages of the stream ran already, or may have'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l at-tail -d 'Behind all that waits in the stream, rather than at its place'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l restore-priority -d 'The priority from before, rather than 250 (background)'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l reset-observations -d 'Set the count of redeliveries to 0, so that it is not taken for poison'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand replay" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "list" -d 'List operations that are planned or under way, newest first'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "show" -d 'Show how far an operation is, and what became of its items'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "apply" -d 'Do a planned operation'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "resume" -d 'Go on with an operation that was interrupted'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "cancel" -d 'End an operation, without asking; what is not done stays undone'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "watch" -d 'Look on until it has ended and its messages have settled'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and not __fish_seen_subcommand_from list show apply resume cancel watch undo" -f -a "undo" -d 'Take back what an operation did'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from list" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l outcomes -d 'What became of the messages since: whether they ran, wait, or died again'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l each -d 'With --outcomes: one line a message rather than a group; `-o ids` does so by itself'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from apply" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from resume" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from cancel" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l every -d 'How often to look' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from watch" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l max-attempts -d 'The service\'s cap on attempts' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l max-items -d 'Do nothing when more items match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l chunk -d 'Items of one transaction' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l rate -d 'Items a second at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l max-waiting -d 'Pause while more rows than this wait for the workers in a work table' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l max-drift -d 'Stop when more items than this cannot be done that could be when it was planned' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l canary -d 'First only so many messages, over different streams and error signatures; the rest when these have settled' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l canary-wait -d 'How long the canary may take to settle [default: 5m]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l stop-on-refailure -d 'Stop when more of the messages than this failed again; looked at after the canary and then all along [default: 10% with a canary]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l reset-attempts -d 'Start counting attempts, and failures of a projection, anew'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l keep-attempts -d 'Keep the count, also where the next claim dead-letters the row'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l accept-deletion -d 'Also inbox rows that the service deletes before they are due again'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l break-at-most-once -d 'Also occurrences of a schedule that must run at most once; they may run again'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l plan-only -d 'Keep the plan for `operation apply`, and change nothing yet'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l no-canary -d 'All at once, also in production'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand operation; and __fish_seen_subcommand_from undo" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -f -a "export" -d 'Print all records of the chain, oldest first, as NDJSON or CSV'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -f -a "list" -d 'List operations, newest first'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -f -a "show" -d 'Show operations with their items, by operation, message, dead letter or stream'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and not __fish_seen_subcommand_from export list show verify" -f -a "verify" -d 'Recompute the chain and name the first broken record'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l since -d 'Only records written at this time or later, or within this last while' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from export" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l since -d 'Begun at this time or later, or within this last while' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l until -d 'Begun at this time or earlier' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l actor -d 'By this actor or OS user, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l action -d 'What was done' -r -f -a "promote\t''
park\t''
unpark\t''
retry\t''
release\t''
replay\t''
hold\t''
unhold\t''
give-up\t''
retry-by-service\t''
note\t''
sweep\t''
purge\t''
restore\t''
edit\t''
import\t''
undo\t''
migrate\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l target -d 'About this message, dead letter, stream or operation' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l ticket -d 'For this ticket, with * and ?' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l state -d 'How it ended' -r -f -a "planned\t''
running\t''
settled\t''
refused\t''
failed\t''
cancelled\t''"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l sort -d 'Order of the operations, by when they began' -r -f -a "newest\t'Newest first'
oldest\t'Oldest first'"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l limit -d 'Rows at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l after -d 'Go on after this cursor, which the page before printed' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from list" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l limit -d 'Operations at the most, the newest first' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l items -d 'Items of each operation at the most' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l raw -d 'Rows as they are stored, with the bodies of the messages and nothing redacted'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l message-ids -d 'Only the ids of the messages that were changed, one a line, for the next command'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand audit; and __fish_seen_subcommand_from verify" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand doctor" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -f -a "status" -d 'Show which migrations are applied'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -f -a "plan" -d 'Print the SQL of the pending migrations for a DBA; changes nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -f -a "run" -d 'Apply the pending migrations'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and not __fish_seen_subcommand_from status plan run grants" -f -a "grants" -d 'Print the GRANTs for a reader or an operator; changes nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from status" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l stand-alone -d 'Also an empty Whizbang schema in --schema (default public)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from plan" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l reason -d 'Why, for the record [env: WHIZBANG_REASON]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l ticket -d 'Ticket of the incident, for the record [env: WHIZBANG_TICKET]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l expect -d 'Do nothing unless exactly so many rows match' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l stand-alone -d 'Also create an empty Whizbang schema in --schema (default public)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l dry-run -d 'Show what would be done, and do nothing'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l yes -d 'Do not ask'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from run" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l role -d 'The role that gets the privileges' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l read-only -d 'For looking alone'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand migrate; and __fish_seen_subcommand_from grants" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -f -a "show" -d 'Show each setting in force'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and not __fish_seen_subcommand_from show check" -f -a "check" -d 'Check the configuration and every profile, without connecting'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l origin -d 'Also show where each value came from'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from show" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand config; and __fish_seen_subcommand_from check" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand completions" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l dir -d 'Write the pages of all commands into this folder' -r -F
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand man" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -f -a "start" -d 'Start the server with the incident, without the tour'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -f -a "stop" -d 'Stop the server'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and not __fish_seen_subcommand_from start stop status" -f -a "status" -d 'Say whether it runs, where, and how to connect'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l fresh -d 'Make the incident afresh, as of now, where the server runs already'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from start" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l delete -d 'Delete its data as well'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from stop" -s V -l version -d 'Print version'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -s o -l output -d 'Format of the output' -r -f -a "table\t'A table for people'
json\t'One JSON object with all rows'
ndjson\t'One JSON object a row, a line each'
csv\t'Comma-separated values with a heading, RFC 4180'
ids\t'The ids alone, one a line'"
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l columns -d 'Show these columns, in this order' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l database-url -d 'URL of the database [env: WHIZBANG_DATABASE_URL, DATABASE_URL, PG*]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l profile -d 'Profile of the configuration file [env: WHIZBANG_PROFILE]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l schema -d 'Schema of the service; reads take it repeatedly [env: WHIZBANG_SCHEMA]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l timeout -d 'Time limit of the whole command' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l statement-timeout -d 'Time limit of one statement [default: 30s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l lock-timeout -d 'How long to wait for a lock [default: 2s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l connect-timeout -d 'How long to wait for the connection [default: 10s]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l actor -d 'Who acts, for the record [env: WHIZBANG_ACTOR] [default: OS user at this host]' -r
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l wide -d 'Show all columns, whole texts and absolute times'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l fail-if-empty -d 'Exit with 4 when nothing matched'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l no-color -d 'No colour (as NO_COLOR does)'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -s q -l quiet -d 'Only data and warnings'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -s v -l verbose -d 'Tell what is done on the server; twice for more'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l utc -d 'Show absolute times in tables, in UTC'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l local -d 'Show absolute times in tables, in local time'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -l all-schemas -d 'Read every service of the database'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c whizbang -n "__fish_whizbang_using_subcommand demo; and __fish_seen_subcommand_from status" -s V -l version -d 'Print version'
