//! Two services in one database, each with tables and functions of its own: whose dead letter it is.

use serde_json::json;
use uuid::Uuid;

use super::{OUT_OF_ORDER, command, dead_letter, done, refused};
use crate::on_every_era;
use crate::support::command::Whizbang;
use crate::support::data::WorkTable;
use crate::support::database::{SCHEMA, TestDatabase};
use crate::support::era::Era;
use crate::support::row::Row;
use crate::support::services::{BILLING, add_billing_service};

on_every_era!(what_another_service_promoted_is_foreign, what_we_promoted_is_ours_whoever_else_has_a_copy,);

/// Gives the second service its own functions, as a service has them.
async fn two_services(db: &TestDatabase) {
    add_billing_service(db).await;
    db.execute(&format!(
        "DO $$ DECLARE definition text; BEGIN
             FOR definition IN SELECT pg_get_functiondef(p.oid) FROM pg_proc AS p
                 WHERE p.pronamespace = '{SCHEMA}'::regnamespace AND p.prokind = 'f' LOOP
                 EXECUTE replace(definition, '{SCHEMA}', '{BILLING}');
             END LOOP;
         END $$"
    ))
    .await;
}

/// Promotes in one service a message that came to be there; gives the message and its dead letter.
async fn promote_in(db: &TestDatabase, schema: &str, table: WorkTable) -> (Uuid, Uuid) {
    let (stream, event) = (Uuid::now_v7(), Uuid::now_v7());
    db.insert(Row::stored_event(stream, 1).id(event)).await;
    let message = db.insert(table.row().stream(stream).event(event)).await;
    if schema == BILLING {
        let halves: &[&str] = match (table, db.era()) {
            (WorkTable::Inbox, Era::D) => &["wh_inbox_state", "wh_inbox"],
            (table, _) => &[table.name()],
        };
        for name in halves {
            db.execute(&format!(
                "WITH moved AS (DELETE FROM {SCHEMA}.{name} WHERE {key} = '{message}' RETURNING *)
                 INSERT INTO {BILLING}.{name} SELECT * FROM moved",
                key = table.key()
            ))
            .await;
        }
    }
    let words =
        ["promote", "--schema", schema, "--reason", "test", "--yes", "--generation", "1", "-o", "json"];
    let output = Whizbang::new(db).args(words).args([message.to_string()]).run().expect_status(0);
    (message, serde_json::from_value(output.json()["data"][0]["dead_letter_id"].clone()).unwrap())
}

/// Copies a dead letter into the other service's table, as services that shared one in era B have it since.
async fn copy(db: &TestDatabase, letter: Uuid, from: &str, to: &str) {
    if db.era() != Era::B {
        db.execute(&format!(
            "INSERT INTO {to}.wh_dead_letters SELECT * FROM {from}.wh_dead_letters WHERE dead_letter_id = '{letter}'"
        ))
        .await;
    }
}

async fn what_another_service_promoted_is_foreign(db: TestDatabase) {
    two_services(&db).await;
    for table in WorkTable::ALL {
        let (message, letter) = promote_in(&db, BILLING, table).await;
        if db.era() != Era::B {
            // Where each service has its own, there is nothing to replay here.
            let output = command(&db, &[letter], &[]).run().expect_status(6).json();
            assert_eq!(output["data"][0]["code"], "not-found");
        }
        copy(&db, letter, BILLING, SCHEMA).await;
        let before = db.checksum_wh_tables().await;
        for id in [letter, message] {
            let everything =
                [OUT_OF_ORDER, "--assume-own", "--allow-lossy", "--again", "--override-disposition"];
            let item = refused(&db, id, &everything, "foreign");
            let expected = format!("it is another service's: promoted in service '{BILLING}'");
            assert_eq!(item["message"], json!(expected), "{table:?}");
        }
        assert_eq!(db.checksum_wh_tables().await, before, "{table:?}");
    }
}

async fn what_we_promoted_is_ours_whoever_else_has_a_copy(db: TestDatabase) {
    two_services(&db).await;
    for table in [WorkTable::Outbox, WorkTable::Inbox] {
        let (_, letter) = promote_in(&db, SCHEMA, table).await;
        copy(&db, letter, SCHEMA, BILLING).await;
        let item = done(&db, letter, &[OUT_OF_ORDER]);
        assert_eq!(item["after"]["owner"], "own", "{item}");
        if db.era() != Era::B {
            assert!(item["warnings"].to_string().contains(BILLING), "{item}");
        }
        assert_eq!(dead_letter(&db, letter).await["recovery_status"], 3);
    }
}
