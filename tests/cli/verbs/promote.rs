//! `promote`: work row to dead letter.

use serde_json::json;
use uuid::Uuid;

use super::{change, codes, item, text};
use crate::on_every_era;
use crate::support::data::{DeadLetter, GENERATION, WorkTable};
use crate::support::database::TestDatabase;
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::worker::Worker;

const ERROR: &str = "System.TimeoutException: no answer\n   at Shop.Orders.Publisher.Send()";

on_every_era!(
    promote_frees_the_followers_of_an_outbox_row,
    promote_frees_the_followers_of_a_projection,
    promote_says_who_still_waits_for_another_row,
    a_promoted_row_is_kept_from_recovery_and_deploys,
    give_up_settles_the_dead_letter,
    let_service_recover_leaves_it_due_and_says_what_follows,
    the_last_real_error_is_kept_exactly_once,
    the_error_is_kept_whatever_the_function_makes_of_it,
    the_reason_is_that_of_the_row_unless_it_is_at_the_cap,
    the_generation_is_that_of_the_newest_dead_letter,
    without_a_generation_one_must_be_given,
    a_row_that_the_function_destroys_is_put_back,
    the_row_is_recorded_as_it_was,
    a_dry_run_names_no_dead_letter,
    the_way_back_restores_the_priority,
    an_earlier_dead_letter_that_brings_it_back_is_told,
    a_row_that_no_replay_puts_back_is_told_before_and_has_no_way_back,
);

/// A generation that promote finds.
async fn generation(db: &TestDatabase) {
    db.insert(DeadLetter::outbox().status(4)).await;
}

async fn promote_frees_the_followers_of_an_outbox_row(db: TestDatabase) {
    generation(&db).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-2m").failed(ERROR).scheduled_in("5m")).await;
    let follower = db.insert(Row::outbox().stream(stream).at("-1m")).await;
    assert_eq!(worker.claim(WorkTable::Outbox).await, Vec::<Uuid>::new());

    let output = change(&db, 0, &["promote", &text(head)]);
    let message = item(&output)["message"].as_str().unwrap().to_owned();
    assert!(message.contains("frees the 1 row behind it"), "{message}");
    let letter = item(&output)["dead_letter_id"].as_str().unwrap().to_owned();
    assert!(
        output.stderr.contains(&format!("to take it back: whizbang replay {letter}")),
        "{}",
        output.stderr
    );
    assert_eq!(worker.claim(WorkTable::Outbox).await, [follower]);
    assert_eq!(db.scalar::<i64>("SELECT count(*) FROM wh_outbox").await, 1);
}

async fn promote_frees_the_followers_of_a_projection(db: TestDatabase) {
    generation(&db).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::perspective_event().stream(stream).failed(ERROR).parked()).await;
    let follower = db.insert(Row::perspective_event().stream(stream)).await;
    let elsewhere = db.insert(Row::perspective_event().stream(stream).perspective("Other").parked()).await;
    assert_eq!(worker.claim(WorkTable::Perspective).await, Vec::<Uuid>::new());

    let output = change(&db, 0, &["promote", &text(head)]);
    assert!(item(&output)["message"].as_str().unwrap().contains("frees the 1 row behind it"));
    assert_eq!(worker.claim(WorkTable::Perspective).await, [follower]);
    assert_ne!(elsewhere, follower);
}

async fn promote_says_who_still_waits_for_another_row(db: TestDatabase) {
    generation(&db).await;
    let mut worker = Worker::start(&db).await;
    let stream = Uuid::now_v7();
    let head = db.insert(Row::outbox().stream(stream).at("-4m").parked()).await;
    let free = db.insert(Row::outbox().stream(stream).at("-3m")).await;
    db.insert(Row::outbox().stream(stream).at("-2m").parked()).await;
    db.insert(Row::outbox().stream(stream).at("-1m")).await;

    let output = change(&db, 0, &["promote", &text(head)]);
    let message = item(&output)["message"].as_str().unwrap().to_owned();
    assert!(message.contains("frees 1 of the 3 rows behind it"), "{message}");
    assert_eq!(worker.claim(WorkTable::Outbox).await, [free]);
}

#[tokio::test]
async fn a_coalescing_row_waits_behind_nothing_and_a_leased_one_is_not_freed() {
    for era in [Era::C, Era::D] {
        let db = TestDatabase::new(era).await;
        generation(&db).await;
        let row = |when: &str| Row::outbox().stream(Uuid::from_u128(7)).at(when);
        let head = db.insert(row("-4m").parked()).await;
        db.insert(row("-3m")).await;
        db.insert(row("-2m").leased_by(Uuid::now_v7(), "5m")).await;
        let coalescing = db.insert(row("-1m").scheduled_in("1m").column("coalesce_group", "orders")).await;

        let message = |output| item(&output)["message"].as_str().unwrap().to_owned();
        let told = message(change(&db, 0, &["promote", &text(head), "--dry-run"]));
        assert!(told.contains("frees 1 of the 2 rows behind it"), "{told}");
        let told = message(change(&db, 0, &["promote", &text(coalescing), "--dry-run"]));
        assert!(told.contains("nothing waits behind it"), "{told}");
    }
}

async fn a_promoted_row_is_kept_from_recovery_and_deploys(db: TestDatabase) {
    generation(&db).await;
    let mut worker = Worker::start(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(table.row().failed(ERROR)).await;
        let output = change(&db, 0, &["promote", &text(id), "--actor", "ada", "--ticket", "INC-7"]);
        assert_eq!(item(&output)["result"], "done");
        let kept: (i32, i32, String, String, bool) = sqlx::query_as(&format!(
            "SELECT recovery_status, operator_disposition, operator_actor, operator_notes, dead_lettered_by IS NULL
               FROM wh_dead_letters WHERE source_id = '{id}'"
        ))
        .fetch_one(&mut db.connect().await)
        .await
        .unwrap();
        assert_eq!((kept.0, kept.1, kept.2.as_str(), kept.4), (2, 2, "ada", true));
        assert!(kept.3.ends_with("Z ada: promote: test [INC-7]"), "{}", kept.3);
    }
    assert_eq!(worker.recover_due(10).await, []);
    db.execute("SELECT reset_dead_letters_for_generation('the next build')").await;
    assert_eq!(worker.recover_due(10).await, []);
}

async fn give_up_settles_the_dead_letter(db: TestDatabase) {
    generation(&db).await;
    let id = db.insert(Row::outbox()).await;
    let output = change(&db, 0, &["promote", &text(id), "--give-up"]);
    assert!(output.stderr.contains("--override-disposition"), "{}", output.stderr);
    let kept: bool = db
        .scalar(&format!(
            "SELECT (recovery_status, operator_disposition) = (4, 3) FROM wh_dead_letters WHERE source_id = '{id}'"
        ))
        .await;
    assert!(kept);
}

async fn let_service_recover_leaves_it_due_and_says_what_follows(db: TestDatabase) {
    generation(&db).await;
    let mut worker = Worker::start(&db).await;
    let id = db.insert(Row::outbox().failed(ERROR)).await;
    let output = change(&db, 0, &["promote", &text(id), "--let-service-recover"]);
    let message = item(&output)["message"].as_str().unwrap().to_owned();
    assert!(
        message.contains("the service's policy for transport-exception recovers it, attempt 1 of 3"),
        "{message}"
    );
    assert!(message.contains("due at once"), "{message}");
    assert_eq!(worker.recover_due(10).await.len(), 1);

    let id = db.insert(Row::outbox().reason(4)).await;
    let output = change(&db, 0, &["promote", &text(id), "--let-service-recover"]);
    let message = item(&output)["message"].as_str().unwrap().to_owned();
    assert!(message.contains("holds it for review: it never recovers this reason"), "{message}");
}

async fn error_text(db: &TestDatabase, id: Uuid) -> Option<String> {
    db.scalar(&format!("SELECT error_text FROM wh_dead_letters WHERE source_id = '{id}'")).await
}

async fn the_last_real_error_is_kept_exactly_once(db: TestDatabase) {
    generation(&db).await;
    for table in WorkTable::ALL {
        let long = format!("{ERROR}\n{}", "x".repeat(20_000));
        for (row, expected) in [
            (table.row().failed(ERROR).attempts(11).failures(11), Some(ERROR)),
            (table.row().failed(&long), Some(long.as_str())),
            (table.row(), None),
        ] {
            let id = db.insert(row).await;
            change(&db, 0, &["promote", &text(id)]);
            assert_eq!(error_text(&db, id).await.as_deref(), expected, "{table:?}");
        }
    }
}

async fn the_error_is_kept_whatever_the_function_makes_of_it(db: TestDatabase) {
    generation(&db).await;
    // The column by which the function's ways are guessed now tells the wrong thing.
    db.execute(match db.era() {
        Era::B => "ALTER TABLE wh_message_deduplication ADD COLUMN observation_count int NOT NULL DEFAULT 1",
        // The inbox is split since, so that the way of era B is not even possible there.
        Era::D => return,
        _ => "ALTER TABLE wh_message_deduplication DROP COLUMN observation_count",
    })
    .await;
    for table in WorkTable::ALL {
        let id = db.insert(table.row().failed(ERROR)).await;
        change(&db, 0, &["promote", &text(id)]);
        assert_eq!(error_text(&db, id).await.as_deref(), Some(ERROR), "{table:?}");
        let same: bool = db
            .scalar(&format!(
                "SELECT error_fingerprint = compute_dead_letter_fingerprint(error_text)
                   FROM wh_dead_letters WHERE source_id = '{id}'"
            ))
            .await;
        assert!(same);
    }
}

async fn the_reason_is_that_of_the_row_unless_it_is_at_the_cap(db: TestDatabase) {
    generation(&db).await;
    let reason = async |row: Row, args: &[&str]| {
        let id = text(db.insert(row).await);
        let mut words = vec!["promote", &id];
        words.extend(args);
        change(&db, 0, &words);
        db.scalar::<i32>(&format!("SELECT failure_reason FROM wh_dead_letters WHERE source_id = '{id}'"))
            .await
    };
    for table in WorkTable::ALL {
        assert_eq!(reason(table.row().failed(ERROR).attempts(9).failures(9), &[]).await, 2, "{table:?}");
        assert_eq!(reason(table.row().failed(ERROR).attempts(10).failures(10), &[]).await, 5, "{table:?}");
        let lower = ["--max-attempts", "3"];
        assert_eq!(reason(table.row().failed(ERROR).attempts(3).failures(3), &lower).await, 5, "{table:?}");
        let given = ["--failure-reason", "ValidationError"];
        assert_eq!(reason(table.row().attempts(12).failures(12), &given).await, 4, "{table:?}");
    }
    // A projection row that never failed has no reason.
    assert_eq!(reason(Row::perspective_event(), &[]).await, 99);
    if db.era() == Era::D {
        assert_eq!(reason(Row::perspective_event().reason(2).attempts(30).failures(1), &[]).await, 2);
    }
}

async fn generation_of(db: &TestDatabase, id: Uuid) -> String {
    db.scalar(&format!("SELECT generation FROM wh_dead_letters WHERE source_id = '{id}'")).await
}

async fn the_generation_is_that_of_the_newest_dead_letter(db: TestDatabase) {
    db.insert(DeadLetter::outbox().generation("0.9").at("0s")).await;
    db.insert(DeadLetter::outbox().at("-1h")).await;
    let id = db.insert(Row::outbox()).await;
    let output = change(&db, 0, &["promote", &text(id)]);
    assert_eq!(generation_of(&db, id).await, GENERATION);
    assert!(item(&output)["message"].as_str().unwrap().contains(&format!("generation {GENERATION}")));
    let recorded = "SELECT parameters ->> 'generation' FROM whizbang_operator.operations";
    assert_eq!(db.scalar::<String>(recorded).await, GENERATION);

    let id = db.insert(Row::outbox()).await;
    change(&db, 0, &["promote", &text(id), "--generation", "2.0+abc"]);
    assert_eq!(generation_of(&db, id).await, "2.0+abc");
    change(&db, 2, &["promote", &text(id), "--generation", " "]);
}

async fn without_a_generation_one_must_be_given(db: TestDatabase) {
    let id = db.insert(Row::outbox()).await;
    let before = db.checksum_wh_tables().await;
    let output = change(&db, 2, &["promote", &text(id)]);
    assert!(output.stderr.contains("--generation"), "{}", output.stderr);
    assert_eq!(before, db.checksum_wh_tables().await);
    db.execute("UPDATE wh_schema_versions SET application_version = '3.1'").await;
    change(&db, 0, &["promote", &text(id)]);
    assert_eq!(generation_of(&db, id).await, "3.1");
}

async fn a_row_that_the_function_destroys_is_put_back(db: TestDatabase) {
    generation(&db).await;
    let (good, bad) = (db.insert(Row::outbox()).await, db.insert(Row::outbox().failed(ERROR)).await);
    let raising = db.insert(Row::outbox()).await;
    db.execute(&format!(
        "ALTER FUNCTION move_to_dead_letters RENAME TO really_move;
         CREATE FUNCTION move_to_dead_letters(a uuid, b text, c uuid, d int, e text, f uuid, g text) RETURNS uuid
         LANGUAGE plpgsql AS $$ BEGIN
             IF c = '{raising}' THEN RAISE EXCEPTION 'no such luck'; END IF;
             IF c <> '{bad}' THEN RETURN really_move(a, b, c, d, e, f, g); END IF;
             DELETE FROM wh_outbox WHERE message_id = c;
             RETURN NULL;
         END $$"
    ))
    .await;
    let output = change(&db, 3, &["promote", &text(good), &text(bad), &text(raising)]);
    assert_eq!(codes(&output), [json!(null), json!("not-moved"), json!("not-moved")]);
    assert!(output.stdout.contains("no such luck"), "{}", output.stdout);
    let left: Vec<Uuid> = sqlx::query_scalar("SELECT message_id FROM wh_outbox ORDER BY 1")
        .fetch_all(&mut db.connect().await)
        .await
        .unwrap();
    assert_eq!(left, [bad, raising]);
    let summary = output.json()["summary"].clone();
    assert_eq!(
        (&summary["done"], &summary["failed"], &summary["matched"]),
        (&json!(1), &json!(2), &json!(3))
    );
}

async fn the_row_is_recorded_as_it_was(db: TestDatabase) {
    generation(&db).await;
    for table in WorkTable::ALL {
        let id = db.insert(table.row().failed(ERROR).attempts(7)).await;
        let output = change(&db, 0, &["promote", &text(id), "--ticket", "INC-7"]);
        let recorded: bool = db
            .scalar(&format!(
                "SELECT i.before ->> 'error' LIKE 'System.TimeoutException%' AND (i.before ->> 'attempts')::int = 7
                        AND i.before ? 'stream_id' AND i.dead_letter_id = d.dead_letter_id AND i.result = 'done'
                        AND o.ticket = 'INC-7' AND o.action = 'promote' AND o.state = 'settled'
                   FROM whizbang_operator.items AS i
                   JOIN whizbang_operator.operations AS o USING (operation_id)
                   JOIN wh_dead_letters AS d ON d.source_id = i.message_id
                  WHERE o.operation_id = '{}'",
                output.json()["summary"]["operation_id"].as_str().unwrap()
            ))
            .await;
        assert!(recorded, "{table:?}");
    }
}

#[tokio::test]
async fn an_inbox_row_without_state_row_is_refused_by_name() {
    let db = TestDatabase::new(Era::D).await;
    generation(&db).await;
    let id = db.insert(Row::inbox().without_state()).await;
    let before = db.checksum_wh_tables().await;
    let output = change(&db, 6, &["promote", &text(id)]);
    assert_eq!(codes(&output), [json!("state-missing")]);
    assert!(item(&output)["message"].as_str().unwrap().contains(&format!("whizbang retry {id}")));
    assert_eq!(before, db.checksum_wh_tables().await);
}

#[tokio::test]
async fn without_dead_letters_nothing_is_promoted() {
    let db = TestDatabase::new(Era::A).await;
    let id = db.insert(Row::outbox()).await;
    let output = change(&db, 7, &["promote", &text(id)]);
    assert!(output.stderr.contains("wh_dead_letters"), "{}", output.stderr);
}

#[tokio::test]
async fn where_services_share_the_table_the_generation_is_the_own_one() {
    let db = TestDatabase::new(Era::B).await;
    db.execute("CREATE SCHEMA billing_svc; CREATE TABLE billing_svc.wh_outbox (LIKE orders_svc.wh_outbox)")
        .await;
    let own = text(db.insert(Row::live_instance()).await);
    db.insert(DeadLetter::outbox().generation("own").column("dead_lettered_by", own)).await;
    db.insert(DeadLetter::outbox().generation("foreign").column("dead_lettered_by", text(Uuid::now_v7())))
        .await;
    let id = db.insert(Row::outbox()).await;
    change(&db, 2, &["promote", &text(id)]);
    change(&db, 0, &["promote", &text(id), "--schema", "orders_svc"]);
    assert_eq!(generation_of(&db, id).await, "own");
}

async fn a_dry_run_names_no_dead_letter(db: TestDatabase) {
    generation(&db).await;
    for table in WorkTable::ALL {
        let id = text(db.insert(table.row().failed(ERROR)).await);
        let preview = item(&change(&db, 0, &["promote", &id, "--dry-run"]));
        assert_eq!((&preview["result"], &preview["dead_letter_id"]), (&json!("pending"), &json!(null)));
        let done = item(&change(&db, 0, &["promote", &id]));
        let letter = done["dead_letter_id"].as_str().unwrap();
        let said = format!("dead letter {letter}, {}", preview["message"].as_str().unwrap());
        assert_eq!(done["message"], json!(said), "{table:?}");
    }
}

async fn the_way_back_restores_the_priority(db: TestDatabase) {
    generation(&db).await;
    let id = text(db.insert(Row::outbox().column("stream_id", json!(null))).await);
    let output = change(&db, 0, &["promote", &id]);
    let line = output.stderr.lines().find(|line| line.starts_with("to take it back: ")).unwrap();
    assert_eq!(line.contains(" --restore-priority "), db.era() == Era::D, "{line}");
    let words: Vec<&str> = line.split_whitespace().skip(5).take_while(|word| *word != "--reason").collect();
    change(&db, 0, &words);
    if db.era() == Era::D {
        let sql = format!("SELECT priority FROM wh_outbox WHERE message_id = '{id}'");
        assert_eq!(db.scalar::<i32>(&sql).await, 150);
    }
}

async fn an_earlier_dead_letter_that_brings_it_back_is_told(db: TestDatabase) {
    generation(&db).await;
    let mut worker = Worker::start(&db).await;
    for (row, letter) in
        [(Row::outbox as fn() -> Row, DeadLetter::outbox as fn() -> Row), (Row::inbox, DeadLetter::inbox)]
    {
        let message = db.insert(row()).await;
        let earlier = db.insert(letter().source(message).at("-1h")).await;
        let output = change(&db, 0, &["promote", &text(message)]);
        let told = item(&output)["warnings"][0].as_str().unwrap().to_owned();
        assert!(told.contains(&format!("`whizbang dlq hold {earlier} --reason '..'`")), "{told}");
        // Held or not, the message is in the work table again.
        assert_eq!(worker.recover_due(10).await, [(earlier, true)]);
    }
}

async fn a_row_that_no_replay_puts_back_is_told_before_and_has_no_way_back(db: TestDatabase) {
    generation(&db).await;
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let row = || Row::perspective_event().attempts(3);
    let good = db.insert(row().stream(stream).event(event)).await;
    let gone = db.insert(row().stream(Uuid::now_v7()).event(Uuid::now_v7())).await;
    let zero = db.insert(row().stream(Uuid::nil()).event(event).perspective("other")).await;
    let ids = [good, gone, zero].map(text);
    let [good, gone, zero] = &ids;
    let told = |output: &crate::support::command::Output| -> Vec<bool> {
        let warned = |item: &serde_json::Value| item["warnings"].to_string().contains("cannot be replayed");
        output.json()["data"].as_array().unwrap().iter().map(warned).collect()
    };
    assert_eq!(told(&change(&db, 0, &["promote", good, gone, zero, "--dry-run"])), [false, true, true]);
    let output = change(&db, 0, &["promote", gone, zero]);
    assert_eq!(told(&output), [true, true]);
    assert!(!output.stderr.contains("to take it back"), "{}", output.stderr);
    let output = change(&db, 0, &["promote", good]);
    assert!(output.stderr.contains("to take it back: whizbang replay "), "{}", output.stderr);
    assert!(output.stderr.contains("--allow-out-of-order"), "{}", output.stderr);
}
