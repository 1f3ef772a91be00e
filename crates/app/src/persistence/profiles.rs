//! Who plays here: the profiles, and which of them is at the screen now.

use store::{Owner, Picture, Profile, ProfileId, ProfileName, StoreError};

use super::{Pending, StoreHandle, time};

/// Under this key the store knows who played last.
const CURRENT: &str = "profile";

/// A profile with its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerProfile {
    /// The profile.
    pub profile: Profile,
    /// Its picture, if it has one.
    pub picture: Option<Picture>,
}

/// Everybody who plays here.
#[derive(Debug, Default)]
pub struct Profiles {
    everybody: Vec<PlayerProfile>,
    current: Owner,
    is_known: bool,
    reading: Option<Pending<(Vec<PlayerProfile>, Owner)>>,
    /// A profile that is being made and will be the one at the screen.
    making: Option<Pending<ProfileId>>,
}

impl Profiles {
    /// Reads everybody, and who played last.
    pub fn read(store: &StoreHandle) -> Profiles {
        Profiles { reading: Some(ask(store)), ..Profiles::default() }
    }

    /// Takes what has been read or made meanwhile; gives what could not be.
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

    /// Is it known already who played last?
    pub fn is_known(&self) -> bool {
        self.is_known
    }

    /// Who is at the screen; a guest has no profile.
    pub fn current(&self) -> Owner {
        self.current
    }

    /// Who is at the screen, with name and picture.
    pub fn person(&self) -> Option<&PlayerProfile> {
        self.of(self.current?)
    }

    /// Somebody, with name and picture.
    pub fn of(&self, id: ProfileId) -> Option<&PlayerProfile> {
        self.everybody.iter().find(|person| person.profile.id == id)
    }

    /// Somebody else sits down at the screen.
    pub fn choose(&mut self, owner: Owner, store: &StoreHandle) {
        self.current = owner;
        store.execute(move |store| {
            let number = owner.map(|id| id.number().to_string());
            store.set_meta(CURRENT, number.as_deref())
        });
        self.reading = Some(ask(store));
    }

    /// Makes a profile, which then sits at the screen.
    pub fn make(&mut self, name: ProfileName, picture: Option<Picture>, store: &StoreHandle) {
        self.making = Some(store.query(move |store| {
            let id = store.create_profile(&name, time::now())?;
            store.set_picture(id, picture.as_ref())?;
            Ok(id)
        }));
    }

    /// Gives a profile another name.
    pub fn rename(&mut self, id: ProfileId, name: ProfileName, store: &StoreHandle) {
        store.execute(move |store| store.rename_profile(id, &name));
        self.reading = Some(ask(store));
    }

    /// Gives a profile a picture, or takes it away.
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

    /// Is a name taken by somebody else?
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
        // Somebody who was deleted in another window is a guest from now on.
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
