//! Profiles in memory.

use std::collections::BTreeMap;

use super::{KeptGame, KeptProfile, MemoryStore, Preference, Result};
use crate::{
    Owner, Picture, PictureKind, Profile, ProfileId, ProfileName, Profiles, StoreError, UnixTime,
};

impl MemoryStore {
    fn check_name(&self, name: &ProfileName, own: Option<ProfileId>) -> Result<()> {
        let key = name.key();
        let is_taken =
            |kept: &KeptProfile| kept.profile.name.key() == key && Some(kept.profile.id) != own;
        match self.contents.profiles.iter().any(is_taken) {
            true => Err(StoreError::NameTaken(name.to_string())),
            false => Ok(()),
        }
    }

    fn kept(&mut self, id: ProfileId) -> Result<&mut KeptProfile> {
        let mut profiles = self.change().profiles.iter_mut();
        profiles.find(|kept| kept.profile.id == id).ok_or(StoreError::NoProfile)
    }
}

impl Profiles for MemoryStore {
    fn create_profile(&mut self, name: &ProfileName, now: UnixTime) -> Result<ProfileId> {
        self.check_name(name, None)?;
        let contents = self.change();
        contents.last_profile += 1;
        let id = ProfileId(contents.last_profile);
        let profile = Profile { id, name: name.clone(), created: now };
        contents.profiles.push(KeptProfile { profile, picture: None });
        Ok(id)
    }

    fn profiles(&self) -> Result<Vec<Profile>> {
        let mut profiles: Vec<Profile> =
            self.contents.profiles.iter().map(|kept| kept.profile.clone()).collect();
        profiles.sort_by_cached_key(|profile| profile.name.key());
        Ok(profiles)
    }

    fn profile_named(&self, name: &ProfileName) -> Result<Option<ProfileId>> {
        let key = name.key();
        let mut profiles = self.contents.profiles.iter().map(|kept| &kept.profile);
        Ok(profiles.find(|profile| profile.name.key() == key).map(|profile| profile.id))
    }

    fn idle_profiles(&self, unplayed: UnixTime, idle: UnixTime) -> Result<Vec<Profile>> {
        let is_idle = |profile: &Profile| {
            let own = |game: &&KeptGame| game.summary.owner == Some(profile.id);
            let last = self.contents.games.iter().filter(own).map(|game| game.summary.saved).max();
            match last {
                None => profile.created < unplayed,
                Some(last) => profile.created < unplayed && profile.created < idle && last < idle,
            }
        };
        Ok(self.profiles()?.into_iter().filter(is_idle).collect())
    }

    fn rename_profile(&mut self, profile: ProfileId, name: &ProfileName) -> Result<()> {
        self.check_owner(Some(profile))?;
        self.check_name(name, Some(profile))?;
        self.kept(profile)?.profile.name = name.clone();
        Ok(())
    }

    fn delete_profile(&mut self, profile: ProfileId) -> Result<()> {
        self.check_owner(Some(profile))?;
        let owner = Some(profile);
        let contents = self.change();
        contents.profiles.retain(|kept| kept.profile.id != profile);
        contents.preferences.retain(|preference| preference.owner != owner);
        contents.games.retain(|game| game.summary.owner != owner);
        contents.ratings.retain(|point| point.profile != profile);
        contents.forget_lost_games();
        contents.puzzles.retain(|(solver, _)| *solver != owner);
        let running = contents.running.iter_mut().map(|(_, game)| game);
        running.filter(|game| game.owner == owner).for_each(|game| game.owner = None);
        Ok(())
    }

    fn picture(&self, profile: ProfileId) -> Result<Option<Picture>> {
        let kept = self.contents.profiles.iter().find(|kept| kept.profile.id == profile);
        let picture = kept.and_then(|kept| kept.picture.as_ref());
        Ok(picture.and_then(|(kind, bytes)| {
            Picture::new(PictureKind::from_name(kind)?, bytes.clone()).ok()
        }))
    }

    fn set_picture(&mut self, profile: ProfileId, picture: Option<&Picture>) -> Result<()> {
        let kept = self.kept(profile)?;
        kept.picture =
            picture.map(|picture| (picture.kind().name().to_owned(), picture.bytes().to_vec()));
        Ok(())
    }

    fn preferences(&self, owner: Owner) -> Result<BTreeMap<String, String>> {
        let own = self.contents.preferences.iter().filter(|preference| preference.owner == owner);
        Ok(own.map(|preference| (preference.key.clone(), preference.value.clone())).collect())
    }

    fn set_preference(&mut self, owner: Owner, key: &str, value: Option<&str>) -> Result<()> {
        if value.is_some() {
            self.check_owner(owner)?;
        }
        let preferences = &mut self.change().preferences;
        preferences.retain(|known| known.owner != owner || known.key != key);
        let added =
            value.map(|value| Preference { owner, key: key.to_owned(), value: value.to_owned() });
        preferences.extend(added);
        Ok(())
    }
}
