//! How a table fits a terminal: which columns stay, how wide each may be, where a long text breaks. Knows widths,
//! not what the cells mean.

use unicode_width::UnicodeWidthStr;

/// Blanks between two columns.
const GAP: usize = 2;
/// A text is not cut below this, for then it says nothing.
const SHORTEST: usize = 14;
/// A text is not wrapped into less than this.
const NARROWEST: usize = 40;

/// A column as it would be with all the room that it wants.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The widest of its cells and its heading.
    pub width: usize,
    /// The heading alone.
    pub heading: usize,
    /// Whether its texts may be cut.
    pub cut: bool,
    /// Whether it may be left out.
    pub spare: bool,
}

/// The width that each column gets; `None` for one that is left out, the last of the spare ones first. Where all
/// that is not enough, the table is wider than the terminal.
pub fn fit(wishes: &[Wish], terminal: usize) -> Vec<Option<usize>> {
    let least = |wish: &Wish| if wish.cut { wish.width.min(wish.heading.max(SHORTEST)) } else { wish.width };
    let mut widths: Vec<Option<usize>> = wishes.iter().map(|wish| Some(wish.width)).collect();
    loop {
        let kept = || wishes.iter().zip(&widths).filter(|(_, width)| width.is_some()).map(|(wish, _)| wish);
        let needed = kept().map(least).sum::<usize>() + GAP * kept().count().saturating_sub(1);
        let spare = wishes.iter().zip(&widths).rposition(|(wish, width)| wish.spare && width.is_some());
        match spare {
            Some(index) if needed > terminal => widths[index] = None,
            _ => break,
        }
    }
    loop {
        let shown = widths.iter().flatten();
        let total = shown.clone().sum::<usize>() + GAP * shown.count().saturating_sub(1);
        let widest = wishes
            .iter()
            .zip(&widths)
            .enumerate()
            .filter_map(|(index, (wish, width))| Some((width.filter(|width| *width > least(wish))?, index)))
            .max();
        match widest {
            Some((width, index)) if total > terminal => widths[index] = Some(width - 1),
            _ => return widths,
        }
    }
}

/// Breaks a text at blanks into lines of at most `width`; a longer word stays whole, for it may be an id.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    if width < NARROWEST || text.width() <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A .NET type without namespace and assembly, which is what fits: `OrderPlaced`.
pub fn short_type(name: &str) -> &str {
    let full = name.split(',').next().unwrap_or(name).trim();
    // The argument of a generic type has dots of its own.
    let end = full.find(['[', '<', '`']).unwrap_or(full.len());
    let begin = full[..end].rfind(['.', '+']).map_or(0, |dot| dot + 1);
    if begin < end { &full[begin..end] } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(width: usize, cut: bool, spare: bool) -> Wish {
        Wish { width, heading: 5, cut, spare }
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        assert_eq!(fit(&[wish(36, false, false), wish(40, true, true)], 78), [Some(36), Some(40)]);
    }

    #[test]
    fn texts_are_cut_the_widest_first_before_a_column_goes() {
        let wishes = [wish(36, false, false), wish(40, true, false), wish(20, true, true)];
        assert_eq!(fit(&wishes, 80), [Some(36), Some(20), Some(20)]);
        assert_eq!(fit(&wishes, 70), [Some(36), Some(15), Some(15)]);
        assert_eq!(fit(&wishes, 60), [Some(36), Some(22), None]);
    }

    #[test]
    fn ids_are_never_cut() {
        assert_eq!(fit(&[wish(36, false, false), wish(40, true, false)], 30), [Some(36), Some(14)]);
    }

    #[test]
    fn a_sentence_breaks_at_blanks_and_keeps_ids_whole() {
        let id = "019e0000-0001-7000-8000-000000000001";
        let text = format!("outbox is blocked by {id} which waits to be tried again");
        let lines = wrap(&text, 45);
        assert!(lines.iter().all(|line| line.width() <= 45), "{lines:?}");
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().any(|line| line.contains(id)));
    }

    #[test]
    fn a_type_is_short_without_namespace_and_assembly() {
        for (name, short) in [
            ("Shop.Orders.OrderPlaced, Shop.Orders", "OrderPlaced"),
            ("Shop.Orders+Placed, Shop", "Placed"),
            ("Shop.Envelope`1[[Shop.Order, Shop]], Core", "Envelope"),
            ("perspective_event", "perspective_event"),
            ("odd.", "odd."),
        ] {
            assert_eq!(short_type(name), short);
        }
    }
}
