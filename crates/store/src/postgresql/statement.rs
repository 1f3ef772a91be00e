//! Statements and values as PostgreSQL wants them.

use std::error::Error;

use bytes::BytesMut;
use postgres::types::{IsNull, ToSql, Type, to_sql_checked};

use crate::sql::{Row, Value};

/// A statement with numbers in place of question marks, and the values that are left. `IS ?`
/// becomes what an index can be used for.
pub(super) fn translated<'v>(
    sql: &str,
    values: &'v [Value<'_>],
) -> (String, Vec<&'v (dyn ToSql + Sync)>) {
    let mut parts = sql.split('?');
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut left: Vec<&(dyn ToSql + Sync)> = Vec::with_capacity(values.len());
    for (part, value) in parts.zip(values) {
        match text.strip_suffix(" IS ") {
            Some(_) if *value == Value::Null => text.push_str("NULL"),
            compared => {
                text = compared.map_or_else(|| text.clone(), |column| format!("{column} = "));
                left.push(value);
                text.push_str(&format!("${}", left.len()));
            }
        }
        text.push_str(part);
    }
    (text, left)
}

/// A statement that inserts one row as one that inserts many, whose columns are arrays.
pub(super) fn for_many<'v, const N: usize>(
    sql: &str,
    rows: &'v [[Value<'_>; N]],
) -> (String, Vec<Vec<&'v Value<'v>>>) {
    let columns: Vec<Vec<&Value<'_>>> =
        (0..N).map(|index| rows.iter().map(|row| &row[index]).collect()).collect();
    let arrays = columns.iter().zip(1..).map(|(column, number)| {
        let kind = column.iter().find_map(|value| type_name(value)).unwrap_or("text");
        format!("${number}::{kind}[]")
    });
    let arrays = format!("SELECT * FROM UNNEST({})", arrays.collect::<Vec<_>>().join(", "));
    let values = format!("VALUES ({})", vec!["?"; N].join(", "));
    debug_assert!(sql.contains(&values), "all values are parameters: {sql}");
    (sql.replace(&values, &arrays), columns)
}

/// The type of a value that is there.
fn type_name(value: &Value<'_>) -> Option<&'static str> {
    match value {
        Value::Null => None,
        Value::Integer(_) => Some("bigint"),
        Value::Real(_) => Some("double precision"),
        Value::Text(_) => Some("text"),
        Value::Blob(_) => Some("bytea"),
    }
}

/// A row as PostgreSQL gives it.
pub(super) fn read(row: &postgres::Row) -> Result<Row, postgres::Error> {
    let column = |(index, column): (usize, &postgres::Column)| {
        Ok(match *column.type_() {
            Type::INT4 => row.try_get::<_, Option<i32>>(index)?.map(i64::from).into(),
            Type::INT8 => row.try_get::<_, Option<i64>>(index)?.into(),
            Type::FLOAT8 => row.try_get::<_, Option<f64>>(index)?.into(),
            Type::BYTEA => {
                let bytes: Option<Vec<u8>> = row.try_get(index)?;
                bytes.map_or(Value::Null, |bytes| Value::Blob(bytes.into()))
            }
            _ => row.try_get::<_, Option<String>>(index)?.into(),
        })
    };
    let columns = row.columns().iter().enumerate().map(column);
    Ok(Row::from(columns.collect::<Result<Vec<Value<'static>>, _>>()?))
}

impl ToSql for Value<'_> {
    fn to_sql(
        &self,
        kind: &Type,
        out: &mut BytesMut,
    ) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) => number.to_sql_checked(kind, out),
            Value::Real(number) => number.to_sql_checked(kind, out),
            Value::Text(text) => text.to_sql_checked(kind, out),
            Value::Blob(bytes) => bytes.as_ref().to_sql_checked(kind, out),
        }
    }

    /// The type of a value is checked when it is encoded.
    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_get_numbers() {
        for (sql, values, expected, left) in [
            ("SELECT 1", vec![], "SELECT 1", 0),
            ("a = ? AND b > ?;", vec![1_i64.into(), "x".into()], "a = $1 AND b > $2;", 2),
            ("owner IS ? AND b = ?", vec![Value::Null, "x".into()], "owner IS NULL AND b = $1", 1),
            ("owner IS ? AND b = ?", vec![7_i64.into(), "x".into()], "owner = $1 AND b = $2", 2),
            ("(?, ?)", vec![Value::Null, 1_i64.into()], "($1, $2)", 2),
        ] {
            let values: Vec<Value<'_>> = values;
            let (text, used) = translated(sql, &values);
            assert_eq!((text.as_str(), used.len()), (expected, left), "{sql}");
        }
    }

    #[test]
    fn rows_become_columns() {
        let rows = [[Value::Null, 1_i64.into()], ["x".into(), 2_i64.into()]];
        let (text, columns) = for_many("INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT", &rows);
        let expected = "INSERT INTO t (a, b) SELECT * FROM UNNEST($1::text[], $2::bigint[]) \
                        ON CONFLICT";
        assert_eq!(text, expected);
        let (one, two) = (Value::from(1_i64), Value::from(2_i64));
        assert_eq!(columns, [vec![&Value::Null, &"x".into()], vec![&one, &two]]);
    }
}
