//! Profiles by SQL.

use std::collections::BTreeMap;

use super::{Database, Purpose, Result, Row, values};
use crate::{
    Owner, Picture, PictureKind, Profile, ProfileId, ProfileName, Profiles, StoreError, UnixTime,
};

/// An owner's number.
pub(super) fn number(owner: Owner) -> Option<i64> {
    owner.map(ProfileId::number)
}

/// The owner whose number is next.
pub(super) fn owner(row: &mut Row) -> Result<Owner> {
    Ok(row.next::<Option<i64>>()?.map(ProfileId::from_number))
}

/// A profile from the next three columns; nothing if its name was tampered with.
pub(super) fn profile(row: &mut Row) -> Result<Option<Profile>> {
    let (id, name, created) = (row.next()?, row.next::<String>()?, row.next()?);
    let name = ProfileName::new(&name).ok();
    Ok(name.map(|name| Profile { id: ProfileId(id), name, created: UnixTime(created) }))
}

/// Is an owner's profile still there? A guest always is.
pub(super) fn is_known(tables: &impl Database, owner: Owner) -> Result<bool> {
    match owner {
        Some(profile) => tables.has("SELECT id FROM profiles WHERE id = ?", values![profile.0]),
        None => Ok(true),
    }
}

/// Checks that an owner's profile still exists.
pub(super) fn check_owner(tables: &impl Database, owner: Owner) -> Result<()> {
    if is_known(tables, owner)? { Ok(()) } else { Err(StoreError::NoProfile) }
}

/// Checks that no other profile has the name.
fn check_name(tables: &impl Database, name: &ProfileName, own: Owner) -> Result<()> {
    let sql = "SELECT id FROM profiles WHERE name_key = ?";
    match tables.first(sql, values![name.key()], owner)?.flatten() {
        holder @ Some(_) if holder != own => Err(StoreError::NameTaken(name.to_string())),
        _ => Ok(()),
    }
}

impl<D: Database> Profiles for D {
    fn create_profile(&mut self, name: &ProfileName, now: UnixTime) -> Result<ProfileId> {
        self.transaction(Purpose::Change, |tables| {
            check_name(tables, name, None)?;
            let sql =
                "INSERT INTO profiles (name, name_key, created) VALUES (?, ?, ?) RETURNING id";
            let made = tables.first(sql, values![name.as_str(), name.key(), now.0], Row::next)?;
            debug_assert!(made.is_some(), "an insertion tells its number");
            made.map(ProfileId).ok_or(StoreError::NoProfile)
        })
    }

    fn profiles(&self) -> Result<Vec<Profile>> {
        let sql = "SELECT id, name, created FROM profiles ORDER BY name_key";
        Ok(self.all(sql, &[], profile)?.into_iter().flatten().collect())
    }

    fn profile_named(&self, name: &ProfileName) -> Result<Option<ProfileId>> {
        let sql = "SELECT id FROM profiles WHERE name_key = ?";
        self.first(sql, values![name.key()], |row| Ok(ProfileId(row.next()?)))
    }

    fn rename_profile(&mut self, profile: ProfileId, name: &ProfileName) -> Result<()> {
        self.transaction(Purpose::Change, |tables| {
            check_owner(tables, Some(profile))?;
            check_name(tables, name, Some(profile))?;
            let sql = "UPDATE profiles SET name = ?, name_key = ? WHERE id = ?";
            tables.execute(sql, values![name.as_str(), name.key(), profile.0]).map(drop)
        })
    }

    fn delete_profile(&mut self, profile: ProfileId) -> Result<()> {
        let sql = "DELETE FROM profiles WHERE id = ?";
        self.update(StoreError::NoProfile, sql, values![profile.0])
    }

    fn idle_profiles(&self, unplayed: UnixTime, idle: UnixTime) -> Result<Vec<Profile>> {
        let sql = "SELECT id, name, created FROM profiles WHERE created < ? \
                   AND NOT EXISTS (SELECT 1 FROM games WHERE owner = profiles.id AND saved >= ?) \
                   AND (created < ? OR NOT EXISTS (SELECT 1 FROM games WHERE owner = profiles.id)) \
                   ORDER BY name_key";
        let found = self.all(sql, values![unplayed.0, idle.0, idle.0], profile)?;
        Ok(found.into_iter().flatten().collect())
    }

    fn picture(&self, profile: ProfileId) -> Result<Option<Picture>> {
        let sql = "SELECT picture_kind, picture FROM profiles WHERE id = ?";
        let read = |row: &mut Row| Ok((row.next()?, row.next()?));
        let found: Option<(Option<String>, Option<Vec<u8>>)> =
            self.first(sql, values![profile.0], read)?;
        Ok(found
            .and_then(|(kind, bytes)| Picture::new(PictureKind::from_name(&kind?)?, bytes?).ok()))
    }

    fn set_picture(&mut self, profile: ProfileId, picture: Option<&Picture>) -> Result<()> {
        let (kind, bytes) = (picture.map(|p| p.kind().name()), picture.map(Picture::bytes));
        let sql = "UPDATE profiles SET picture_kind = ?, picture = ? WHERE id = ?";
        self.update(StoreError::NoProfile, sql, values![kind, bytes, profile.0])
    }

    fn preferences(&self, owner: Owner) -> Result<BTreeMap<String, String>> {
        let sql = "SELECT key, value FROM preferences WHERE owner IS ?";
        let read = |row: &mut Row| Ok((row.next()?, row.next()?));
        Ok(self.all(sql, values![number(owner)], read)?.into_iter().collect())
    }

    fn set_preference(&mut self, owner: Owner, key: &str, value: Option<&str>) -> Result<()> {
        self.transaction(Purpose::Change, |tables| {
            let sql = "DELETE FROM preferences WHERE owner IS ? AND key = ?";
            tables.execute(sql, values![number(owner), key])?;
            if let Some(value) = value {
                check_owner(tables, owner)?;
                let sql = "INSERT INTO preferences (owner, key, value) VALUES (?, ?, ?)";
                tables.execute(sql, values![number(owner), key, value])?;
            }
            Ok(())
        })
    }
}
