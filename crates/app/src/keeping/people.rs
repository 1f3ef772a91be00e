//! Who plays here: the profiles, and which of them is at the screen now.

use store::{Owner, Picture, Profile, ProfileId, ProfileName, StoreError};

use super::{Keeper, Pending, calendar};

/// Under this key the store knows who played last.
const CURRENT: &str = "profile";

/// A profile with its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The profile.
    pub profile: Profile,
    /// Its picture, if it has one.
    pub picture: Option<Picture>,
}

/// Everybody who plays here.
#[derive(Debug, Default)]
pub struct People {
    everybody: Vec<Person>,
    current: Owner,
    is_known: bool,
    reading: Option<Pending<(Vec<Person>, Owner)>>,
    /// A profile that is being made and will be the one at the screen.
    making: Option<Pending<ProfileId>>,
}

impl People {
    /// Reads everybody, and who played last.
    pub fn read(keeper: &Keeper) -> People {
        People { reading: Some(ask(keeper)), ..People::default() }
    }

    /// Takes what has been read or made meanwhile; gives what could not be.
    pub fn poll(&mut self, keeper: &Keeper) -> Option<StoreError> {
        let mut fault = None;
        if let Some(made) = take(&mut self.making) {
            match made {
                Ok(id) => self.choose(Some(id), keeper),
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
    pub fn everybody(&self) -> &[Person] {
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
    pub fn person(&self) -> Option<&Person> {
        self.of(self.current?)
    }

    /// Somebody, with name and picture.
    pub fn of(&self, id: ProfileId) -> Option<&Person> {
        self.everybody.iter().find(|person| person.profile.id == id)
    }

    /// Somebody else sits down at the screen.
    pub fn choose(&mut self, owner: Owner, keeper: &Keeper) {
        self.current = owner;
        keeper.keep(move |store| {
            let number = owner.map(|id| id.number().to_string());
            store.set_meta(CURRENT, number.as_deref())
        });
        self.reading = Some(ask(keeper));
    }

    /// Makes a profile, which then sits at the screen.
    pub fn make(&mut self, name: ProfileName, picture: Option<Picture>, keeper: &Keeper) {
        self.making = Some(keeper.ask(move |store| {
            let id = store.create_profile(&name, calendar::now())?;
            store.set_picture(id, picture.as_ref())?;
            Ok(id)
        }));
    }

    /// Gives a profile another name.
    pub fn rename(&mut self, id: ProfileId, name: ProfileName, keeper: &Keeper) {
        keeper.keep(move |store| store.rename_profile(id, &name));
        self.reading = Some(ask(keeper));
    }

    /// Gives a profile a picture, or takes it away.
    pub fn set_picture(&mut self, id: ProfileId, picture: Option<Picture>, keeper: &Keeper) {
        keeper.keep(move |store| store.set_picture(id, picture.as_ref()));
        self.reading = Some(ask(keeper));
    }

    /// Deletes a profile with everything that belongs to it.
    pub fn delete(&mut self, id: ProfileId, keeper: &Keeper) {
        keeper.keep(move |store| store.delete_profile(id));
        self.everybody.retain(|person| person.profile.id != id);
        if self.current == Some(id) {
            self.choose(None, keeper);
        }
        self.reading = Some(ask(keeper));
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
    pending.take_if(|pending| pending.has_come())?.take()
}

fn ask(keeper: &Keeper) -> Pending<(Vec<Person>, Owner)> {
    keeper.ask(|store| {
        let profiles = store.profiles()?;
        let mut everybody = Vec::with_capacity(profiles.len());
        for profile in profiles {
            let picture = store.picture(profile.id)?;
            everybody.push(Person { profile, picture });
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
        let keeper = Keeper::in_storage(Rc::clone(&storage));
        let mut people = People::read(&keeper);
        assert!(people.poll(&keeper).is_none() && people.person().is_none());
        people.make(name("Anna"), None, &keeper);
        assert!(people.poll(&keeper).is_none());
        assert_eq!(people.person().expect("Anna").profile.name, name("Anna"));
        assert!(people.has_name(&name("ANNA"), None));
        people.make(name("anna"), None, &keeper);
        assert!(matches!(people.poll(&keeper), Some(StoreError::NameTaken(_))));
        let keeper = Keeper::in_storage(storage);
        let mut people = People::read(&keeper);
        people.poll(&keeper);
        let anna = people.current().expect("she played last");
        people.rename(anna, name("Anna Maria"), &keeper);
        people.poll(&keeper);
        assert_eq!(people.person().expect("she").profile.name, name("Anna Maria"));
        people.delete(anna, &keeper);
        people.poll(&keeper);
        assert!(people.everybody().is_empty() && people.current().is_none(), "a guest can play");
    }
}
