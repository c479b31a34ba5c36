//! A second service in the database of a test.

use super::database::{SCHEMA, TestDatabase};

/// Schema of the second service.
pub const BILLING: &str = "billing_svc";

/// Adds a service with the tables of the first, empty. In era B it shares the dead letters in `public`.
pub async fn add_billing_service(db: &TestDatabase) {
    db.execute(&format!(
        "CREATE SCHEMA {BILLING};
         DO $$ DECLARE name text; BEGIN
             FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = '{SCHEMA}' LOOP
                 EXECUTE format('CREATE TABLE {BILLING}.%I (LIKE {SCHEMA}.%I INCLUDING ALL)', name, name);
             END LOOP;
         END $$"
    ))
    .await;
}
