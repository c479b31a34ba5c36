SELECT dead_letter_id, source_table, message_type, failure_reason, attempts_when_dlq, dead_lettered_at, recovery_status,
       next_recovery_at, left(error_text, 200)
FROM wh_dead_letters ORDER BY dead_letter_id DESC LIMIT 50
