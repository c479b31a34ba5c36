//! The process harness itself: environment, output, input, terminal.

use crate::support::command::Whizbang;

#[test]
fn a_run_has_status_and_output() {
    let output = Whizbang::without_database().args(["--version"]).run();
    assert_eq!((output.status, output.stderr.as_str()), (0, ""));
}

#[test]
fn a_terminal_sees_the_end() {
    let terminal = Whizbang::without_database().args(["--version"]).spawn_on_terminal();
    assert_eq!(terminal.finish().status, 0);
}
