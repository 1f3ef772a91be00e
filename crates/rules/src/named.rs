//! Enums whose members have names in files.

/// Makes enums whose members have names, as files and programs write them. Each enum has `ALL` its
/// members in order, the same with their names in `NAMES`, and `name` and `from_name` to lead from one to
/// the other.
///
/// ```
/// xxlchess_rules::named! {
///     /// Half of a year.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Season {
///         /// It is warm.
///         Summer = "summer",
///         /// It is cold.
///         Winter = "winter",
///     }
/// }
///
/// assert_eq!(Season::from_name("winter"), Some(Season::Winter));
/// assert_eq!(Season::ALL.map(Season::name), ["summer", "winter"]);
/// ```
#[macro_export]
macro_rules! named {
    ($(
        $(#[$about:meta])*
        $visible:vis enum $kind:ident {
            $($(#[$is:meta])* $member:ident = $name:literal),+ $(,)?
        }
    )+) => {$(
        $(#[$about])*
        $visible enum $kind {
            $($(#[$is])* $member),+
        }

        #[allow(dead_code)]
        impl $kind {
            /// All of them, in order.
            $visible const ALL: [$kind; [$($name),+].len()] = [$($kind::$member),+];

            /// All of them with their names in files.
            $visible const NAMES: [(&'static str, $kind); $kind::ALL.len()] =
                [$(($name, $kind::$member)),+];

            /// The name in files, the same in every language.
            $visible const fn name(self) -> &'static str {
                match self {
                    $($kind::$member => $name),+
                }
            }

            /// The one with this name.
            $visible fn from_name(name: &str) -> Option<$kind> {
                $kind::ALL.into_iter().find(|known| known.name() == name)
            }
        }
    )+};
}
