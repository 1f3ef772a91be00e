//! The profiles, and which of them is active.

use store::{Owner, Picture, Profile, ProfileId, ProfileName, StoreError};

use super::{Pending, StoreHandle, time};

/// The key of the last active profile in the store.
const CURRENT: &str = "profile";

/// A profile with its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerProfile {
    pub profile: Profile,
    /// Its picture, if it has one.
    pub picture: Option<Picture>,
}

/// All profiles.
#[derive(Debug, Default)]
pub struct Profiles {
    everybody: Vec<PlayerProfile>,
    current: Owner,
    is_known: bool,
    reading: Option<Pending<(Vec<PlayerProfile>, Owner)>>,
    /// A profile that is being created and then becomes the active one.
    making: Option<Pending<ProfileId>>,
}

impl Profiles {
    /// Loads all profiles, and which one was active last.
    pub fn read(store: &StoreHandle) -> Profiles {
        Profiles { reading: Some(ask(store)), ..Profiles::default() }
    }

    /// Takes finished answers; returns an error.
    pub fn poll(&mut self, store: &StoreHandle) -> Option<StoreError> {
        let mut fault = None;
        if let Some(made) = take(&mut self.making) {
            match made {
                Ok(id) => self.choose(Some(id), store),
                Err(error) => fault = Some(error),
            }
        }
        match take(&mut self.reading) {
            Some(Ok((everybody, current))) => {
                (self.everybody, self.current, self.is_known) = (everybody, current, true);
            }
            Some(Err(error)) => fault = Some(error),
            None => {}
        }
        fault
    }

    /// All profiles, in the order of their names.
    pub fn everybody(&self) -> &[PlayerProfile] {
        &self.everybody
    }

    /// Is it known which profile was active last?
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// The active profile; nothing for a guest.
    pub fn current(&self) -> Owner {
        self.current
    }

    /// The active profile with its picture.
    pub fn person(&self) -> Option<&PlayerProfile> {
        self.of(self.current?)
    }

    /// A profile with its picture.
    pub fn of(&self, id: ProfileId) -> Option<&PlayerProfile> {
        self.everybody.iter().find(|person| person.profile.id == id)
    }

    /// Makes a profile the active one.
    pub fn choose(&mut self, owner: Owner, store: &StoreHandle) {
        self.current = owner;
        store.execute(move |store| {
            let number = owner.map(|id| id.number().to_string());
            store.set_meta(CURRENT, number.as_deref())
        });
        self.reading = Some(ask(store));
    }

    /// Creates a profile, which becomes the active one.
    pub fn make(&mut self, name: ProfileName, picture: Option<Picture>, store: &StoreHandle) {
        self.making = Some(store.query(move |store| {
            let id = store.create_profile(&name, time::now())?;
            store.set_picture(id, picture.as_ref())?;
            Ok(id)
        }));
    }

    /// Renames a profile.
    pub fn rename(&mut self, id: ProfileId, name: ProfileName, store: &StoreHandle) {
        store.execute(move |store| store.rename_profile(id, &name));
        self.reading = Some(ask(store));
    }

    /// Sets or removes the picture of a profile.
    pub fn set_picture(&mut self, id: ProfileId, picture: Option<Picture>, store: &StoreHandle) {
        store.execute(move |store| store.set_picture(id, picture.as_ref()));
        self.reading = Some(ask(store));
    }

    /// Deletes a profile with everything that belongs to it.
    pub fn delete(&mut self, id: ProfileId, store: &StoreHandle) {
        store.execute(move |store| store.delete_profile(id));
        self.everybody.retain(|person| person.profile.id != id);
        if self.current == Some(id) {
            self.choose(None, store);
        }
        self.reading = Some(ask(store));
    }

    /// Does another profile have this name?
    pub fn has_name(&self, name: &ProfileName, but: Owner) -> bool {
        let key = |name: &ProfileName| name.as_str().to_lowercase();
        self.everybody
            .iter()
            .any(|person| Some(person.profile.id) != but && key(&person.profile.name) == key(name))
    }
}

fn take<T>(pending: &mut Option<Pending<T>>) -> Option<Result<T, StoreError>> {
    pending.take_if(|pending| pending.is_ready())?.take()
}

fn ask(store: &StoreHandle) -> Pending<(Vec<PlayerProfile>, Owner)> {
    store.query(|store| {
        let profiles = store.profiles()?;
        let mut everybody = Vec::with_capacity(profiles.len());
        for profile in profiles {
            let picture = store.picture(profile.id)?;
            everybody.push(PlayerProfile { profile, picture });
        }
        let number = store.meta(CURRENT)?.and_then(|number| number.parse().ok());
        let current = number.map(ProfileId::from_number);
        // A profile that was deleted in another window becomes the guest.
        let is_there = |id: &ProfileId| everybody.iter().any(|person| person.profile.id == *id);
        let current = current.filter(is_there);
        Ok((everybody, current))
    })
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::services::{MemoryStorage, Storage};

    fn name(text: &str) -> ProfileName {
        ProfileName::new(text).expect("a name")
    }

    #[test]
    fn a_new_profile_sits_down_and_is_there_at_the_next_start() {
        let storage: Rc<dyn Storage> = Rc::new(MemoryStorage::default());
        let store = StoreHandle::in_storage(Rc::clone(&storage));
        let mut profiles = Profiles::read(&store);
        assert!(profiles.poll(&store).is_none() && profiles.person().is_none());
        profiles.make(name("Anna"), None, &store);
        assert!(profiles.poll(&store).is_none());
        assert_eq!(profiles.person().expect("Anna").profile.name, name("Anna"));
        assert!(profiles.has_name(&name("ANNA"), None));
        profiles.make(name("anna"), None, &store);
        assert!(matches!(profiles.poll(&store), Some(StoreError::NameTaken(_))));
        let store = StoreHandle::in_storage(storage);
        let mut profiles = Profiles::read(&store);
        profiles.poll(&store);
        let anna = profiles.current().expect("she played last");
        profiles.rename(anna, name("Anna Maria"), &store);
        profiles.poll(&store);
        assert_eq!(profiles.person().expect("she").profile.name, name("Anna Maria"));
        profiles.delete(anna, &store);
        profiles.poll(&store);
        assert!(
            profiles.everybody().is_empty() && profiles.current().is_none(),
            "a guest can play"
        );
    }
}
