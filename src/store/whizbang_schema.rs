//! The stand-alone Whizbang schema (era C): its files, in their order. Data only.
//!
//! It serves an empty database, the demo and the tests; on a live service it is never applied.

/// Name and text of each file, in the order in which they are run.
pub const FILES: [(&str, &str); 11] = [
    ("01_work_tables", include_str!("../../migrations/whizbang/01_work_tables.sql")),
    ("02_event_tables", include_str!("../../migrations/whizbang/02_event_tables.sql")),
    ("03_dead_letter_tables", include_str!("../../migrations/whizbang/03_dead_letter_tables.sql")),
    ("04_service_tables", include_str!("../../migrations/whizbang/04_service_tables.sql")),
    ("05_streams_and_instances", include_str!("../../migrations/whizbang/05_streams_and_instances.sql")),
    ("06_error_fingerprints", include_str!("../../migrations/whizbang/06_error_fingerprints.sql")),
    ("07_move_to_dead_letters", include_str!("../../migrations/whizbang/07_move_to_dead_letters.sql")),
    ("08_recover_dead_letters", include_str!("../../migrations/whizbang/08_recover_dead_letters.sql")),
    ("09_failures", include_str!("../../migrations/whizbang/09_failures.sql")),
    ("10_claims", include_str!("../../migrations/whizbang/10_claims.sql")),
    ("11_maintenance", include_str!("../../migrations/whizbang/11_maintenance.sql")),
];

#[cfg(test)]
mod tests {
    use super::FILES;

    #[test]
    fn every_file_of_the_folder_is_listed_in_order() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/whizbang");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, FILES.map(|(name, _)| format!("{name}.sql")));
    }
}
