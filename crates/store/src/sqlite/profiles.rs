//! Profiles in SQLite.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::{is_orphan, is_taken};
use super::{Change, Result, SqliteStore};
use crate::{
    Owner, Picture, PictureKind, Profile, ProfileId, ProfileName, Profiles, StoreError, UnixTime,
};

/// An owner's number.
pub(super) fn number(owner: Owner) -> Option<i64> {
    owner.map(ProfileId::number)
}

/// An owner by his number.
pub(super) fn owner(number: Option<i64>) -> Owner {
    number.map(ProfileId::from_number)
}

/// A profile from three columns of a row, from this one on; nothing if its name was tampered with.
pub(super) fn profile(row: &Row<'_>, first: usize) -> rusqlite::Result<Option<Profile>> {
    let name: String = row.get(first + 1)?;
    let (id, created) = (row.get(first)?, row.get(first + 2)?);
    let name = ProfileName::new(&name).ok();
    Ok(name.map(|name| Profile { id: ProfileId(id), name, created: UnixTime(created) }))
}

impl Change<'_> {
    /// Changes the row of something, and makes sure that it is there.
    pub(super) fn update(
        &self,
        missing: StoreError,
        run: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
    ) -> Result<()> {
        match self.run(run)? {
            0 => Err(missing),
            _ => Ok(()),
        }
    }

    /// As [`Change::run`], where the change names a profile that may be gone.
    pub(super) fn run_for<T>(
        &self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        run(&self.transaction).map_err(|error| match is_orphan(&error) {
            true => StoreError::NoProfile,
            false => self.place.error(error),
        })
    }

    fn run_with_name<T>(
        &self,
        name: &ProfileName,
        run: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T> {
        run(&self.transaction).map_err(|error| match is_taken(&error) {
            true => StoreError::NameTaken(name.to_string()),
            false => self.place.error(error),
        })
    }
}

impl Profiles for SqliteStore {
    fn create_profile(&mut self, name: &ProfileName, now: UnixTime) -> Result<ProfileId> {
        let change = self.change()?;
        let id = change.run_with_name(name, |tables| {
            let sql = "INSERT INTO profiles (name, name_key, created) VALUES (?, ?, ?)";
            tables.prepare_cached(sql)?.insert(params![name.as_str(), name.key(), now.0])
        })?;
        change.commit()?;
        Ok(ProfileId(id))
    }

    fn profiles(&self) -> Result<Vec<Profile>> {
        self.read(|tables| {
            let sql = "SELECT id, name, created FROM profiles ORDER BY name_key";
            let mut statement = tables.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| profile(row, 0))?;
            rows.filter_map(rusqlite::Result::transpose).collect()
        })
    }

    fn rename_profile(&mut self, profile: ProfileId, name: &ProfileName) -> Result<()> {
        let change = self.change()?;
        let renamed = change.run_with_name(name, |tables| {
            let sql = "UPDATE profiles SET name = ?, name_key = ? WHERE id = ?";
            tables.prepare_cached(sql)?.execute(params![name.as_str(), name.key(), profile.0])
        })?;
        if renamed == 0 {
            return Err(StoreError::NoProfile);
        }
        change.commit()
    }

    fn delete_profile(&mut self, profile: ProfileId) -> Result<()> {
        let change = self.change()?;
        change.update(StoreError::NoProfile, |tables| {
            tables.execute("DELETE FROM profiles WHERE id = ?", [profile.0])
        })?;
        change.commit()
    }

    fn picture(&self, profile: ProfileId) -> Result<Option<Picture>> {
        let found: Option<(Option<String>, Option<Vec<u8>>)> = self.read(|tables| {
            let sql = "SELECT picture_kind, picture FROM profiles WHERE id = ?";
            let mut statement = tables.prepare_cached(sql)?;
            statement.query_row([profile.0], |row| Ok((row.get(0)?, row.get(1)?))).optional()
        })?;
        Ok(found
            .and_then(|(kind, bytes)| Picture::new(PictureKind::from_name(&kind?)?, bytes?).ok()))
    }

    fn set_picture(&mut self, profile: ProfileId, picture: Option<&Picture>) -> Result<()> {
        let (kind, bytes) = (picture.map(|p| p.kind().name()), picture.map(Picture::bytes));
        let change = self.change()?;
        change.update(StoreError::NoProfile, |tables| {
            let sql = "UPDATE profiles SET picture_kind = ?, picture = ? WHERE id = ?";
            tables.execute(sql, params![kind, bytes, profile.0])
        })?;
        change.commit()
    }

    fn preferences(&self, owner: Owner) -> Result<BTreeMap<String, String>> {
        self.read(|tables| {
            let sql = "SELECT key, value FROM preferences WHERE owner IS ?";
            let mut statement = tables.prepare_cached(sql)?;
            let rows =
                statement.query_map([number(owner)], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })
    }

    fn set_preference(&mut self, owner: Owner, key: &str, value: Option<&str>) -> Result<()> {
        let change = self.change()?;
        change.run_for(|tables| {
            let sql = "DELETE FROM preferences WHERE owner IS ? AND key = ?";
            tables.prepare_cached(sql)?.execute(params![number(owner), key])?;
            if let Some(value) = value {
                let sql = "INSERT INTO preferences (owner, key, value) VALUES (?, ?, ?)";
                tables.prepare_cached(sql)?.execute(params![number(owner), key, value])?;
            }
            Ok(())
        })?;
        change.commit()
    }
}
