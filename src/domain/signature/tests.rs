//! Which errors are the same, and values that must never change within a version.

use proptest::prelude::*;

use super::*;

const TRACE: &str = "System.InvalidOperationException: handler failed for order 17\n ---> Shop.Stock.OutOfStockException: item 'A-1' of order 01980c7e-3f5a-7c11-8a2b-0123456789ab is gone\n   at Shop.Stock.Reservation.TakeAsync(String sku, Int32 count) in /src/Shop/Reservation.cs:line 88\n   at System.Runtime.CompilerServices.TaskAwaiter.ThrowForNonSuccess(Task task)\n   at Shop.Orders.PlaceHandler.HandleAsync(PlaceOrder message) in /src/Shop/PlaceHandler.cs:line 31\n   --- End of inner exception stack trace ---\n   at Shop.Pipeline.Invoke(Func`1 next)\n   at Whizbang.Core.Workers.InboxWorker.RunAsync()";

fn of(text: &str) -> String {
    signature(text).map(|signature| signature.to_string()).unwrap_or_default()
}

#[test]
fn pinned_values_of_version_1() {
    assert_eq!(VERSION, 1);
    for (text, expected) in [
        (TRACE, "c193c66497bd5535"),
        ("boom", "a1664e7602f91954"),
        ("Attempt 3 ended without a reported outcome", "1ea63975c9bc7837"),
        (
            "Npgsql.PostgresException (0x80004005): 23505: duplicate key value violates unique constraint \"uq\"",
            "85844c3918b88003",
        ),
        ("接続できません: 10.0.0.7:5432", "75fd4b435438f181"),
        ("System.TimeoutException", "c4d18db4e0f58a50"),
    ] {
        assert_eq!(of(text), expected, "{text}");
    }
}

#[test]
fn the_readable_form_is_type_and_scrubbed_message() {
    assert_eq!(normalized(TRACE), "Shop.Stock.OutOfStockException: item <quoted> of order <id> is gone");
    assert_eq!(normalized("boom\n at 5"), "boom");
    assert_eq!(normalized(""), "");
}

#[test]
fn a_work_row_and_its_dead_letter_agree_in_every_era() {
    for prefix in [
        "MaxAttemptsExceeded — last error: ",
        "MaxAttemptsExceeded: gave up after 11 attempts, last error: ",
        "MaxAttemptsExceeded, last error: MaxAttemptsExceeded — last error: ",
    ] {
        assert_eq!(of(&format!("{prefix}{TRACE}")), of(TRACE), "{prefix}");
    }
}

#[test]
fn the_worker_s_own_words_count_where_the_row_had_no_error() {
    assert_ne!(of("MaxAttemptsExceeded, last error: "), "");
    assert_eq!(of("MaxAttemptsExceeded after 10"), of("MaxAttemptsExceeded after 11"));
}

#[test]
fn line_numbers_arguments_line_ends_and_outer_messages_do_not_matter() {
    assert_eq!(of(&TRACE.replace(":line 88", ":line 90")), of(TRACE));
    assert_eq!(of(&TRACE.replace("order 17", "cart of somebody")), of(TRACE));
    assert_eq!(of(&TRACE.replace('\n', "\r\n")), of(TRACE));
    assert_eq!(of(&TRACE.replace("String sku, Int32 count", "Sku sku")), of(TRACE));
    assert_eq!(of(&TRACE.replace("/src/Shop/", "C:\\build\\")), of(TRACE));
}

#[test]
fn type_message_and_place_do_matter() {
    for other in [
        TRACE.replace("OutOfStockException", "LockedException"),
        TRACE.replace("is gone", "is locked"),
        TRACE.replace("PlaceHandler.HandleAsync", "CancelHandler.HandleAsync"),
    ] {
        assert_ne!(of(&other), of(TRACE));
    }
    // Frames of the framework do not.
    assert_eq!(
        of(&TRACE.replace("TaskAwaiter.ThrowForNonSuccess", "TaskAwaiter.HandleNonSuccess")),
        of(TRACE)
    );
}

#[test]
fn blank_texts_have_no_signature() {
    for text in ["", " \r\n\t", "\0"] {
        assert_eq!(signature(text), None, "{text:?}");
    }
}

#[test]
fn texts_of_megabytes_take_linear_time() {
    for unit in [
        "'a ",
        "---> ",
        "---> (Inner Exception #",
        "---> A.B (",
        "---> A.B\t",
        "---> A.B ",
        "a:b ",
        "\n   at ",
        ", last error: x",
        "1,",
        "“ ",
        "é",
    ] {
        let text = unit.repeat(2_000_000 / unit.len());
        let start = std::time::Instant::now();
        let _ = (signature(&text), normalized(&text));
        assert!(start.elapsed().as_secs() < 3, "{unit:?} took {:?}", start.elapsed());
    }
    let long = format!("{TRACE}\n{}", "   at System.Noise.Frame()\n".repeat(80_000));
    assert_eq!(of(&long), of(TRACE));
}

#[test]
fn signatures_are_read_back() {
    let value = signature("boom").unwrap();
    assert_eq!(value.to_string().parse(), Ok(value));
    assert_eq!(value.to_string().to_uppercase().parse(), Ok(value));
    assert_eq!(serde_json::to_string(&value).unwrap(), format!("\"{value}\""));
    for text in ["", "12", "+123456789abcdef", "0123456789abcdefg", "0123456789abcdeé"] {
        assert_eq!(text.parse::<ErrorSignature>(), Err(InvalidSignature));
    }
}

proptest! {
    #[test]
    fn any_text_has_a_signature_or_none(text in any::<String>()) {
        prop_assert_eq!(signature(&text), signature(&text));
        let _ = normalized(&text);
        let _ = text.parse::<ErrorSignature>();
    }
}
