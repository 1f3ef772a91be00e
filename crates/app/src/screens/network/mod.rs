//! Playing over the network: finding a server, its games, and making one.

mod create;
mod custom_start;
mod lobby;
mod ranking;
mod servers;
mod summary;
mod you;

use std::time::Duration;

use client::Link;
use egui::{Align, Layout, Ui};
use protocol::PlayerName;

use create::CreateForm;
use ranking::ServerRanking;
use servers::Servers;
use you::YouPage;

use crate::context::Context;
use crate::dialogs::{Answer, Confirmation, TextPrompt, Ticket};
use crate::navigation::Navigation;
use crate::net::{Destination, ServerAddress};
use crate::new_game::NewGame;
use crate::services::Hosting;
use crate::style::widgets::{Button, IconButton, card, note, page, paragraph};
use crate::style::{Icon, of, space, text};

/// Playing over the network.
pub struct NetworkScreen {
    servers: Servers,
    /// What is shown on a server.
    part: Part,
    /// What it is called, if it was there before the server.
    hosted: Option<String>,
    /// What was typed to find games.
    search: String,
    /// Shall we become the player of another device?
    taking: Option<(Ticket, Destination)>,
    /// Another name is being typed.
    naming: Option<Ticket>,
}

/// A part of the page, once we are on a server.
enum Part {
    Games,
    /// The game that is being set up.
    Create(Box<CreateForm>),
    Ranking(ServerRanking),
    /// The user's own account.
    You(YouPage),
}

/// What a part of the page asks for.
enum PageIntent {
    /// To another screen.
    Go(Navigation),
    /// To a server, and perhaps into a game there.
    Connect(Destination),
    /// Away from the server.
    Disconnect,
    /// To be called something else.
    Rename,
    /// To set a game up.
    Create,
    /// To see who is how strong.
    Ranking,
    /// To see who we are on the server.
    You,
    /// Back from there to the games.
    Games,
}

/// Goes to the server that a page came from, if its address invites to a game or takes a player
/// along, or to the one at which we played, or watched a game, when the program ended. Returns whether somebody invited us;
/// to the other one the program connects quietly, as it may not be there any more.
pub fn go_online(cx: &mut Context, now: Duration) -> bool {
    let start = &cx.services.start;
    let link = format!("{}/#{}", start.origin, start.fragment);
    if start.takes_along()
        && let Ok(destination) = Destination::parse(&link)
    {
        cx.network.poll(now);
        cx.network.offer(destination);
        return true;
    }
    let invited = start.invitation().and_then(|_| Destination::parse(&link).ok());
    let is_invited = invited.is_some();
    let left = cx.network.playing_at();
    let Some(destination) = invited.or(left) else { return false };
    cx.network.poll(now);
    connect(destination, &own_name(cx), cx);
    is_invited
}

/// Starts the server on this computer again, whose games then go on.
pub fn host_again(cx: &Context) {
    if let Some(lan) = &cx.services.lan {
        lan.host(&cx.texts.network.host_name(own_name(cx).trim()));
    }
}

/// Goes to the server on this computer.
pub fn enter_own_server(address: &str, cx: &mut Context) {
    if let Ok(destination) = Destination::parse(address) {
        connect(destination, &own_name(cx), cx);
    }
}

/// Does this program run the server at an address?
fn is_own(server: &ServerAddress, cx: &Context) -> bool {
    let hosting = cx.services.lan.as_ref().map(|lan| lan.hosting());
    let Some(Hosting::On { address, .. }) = hosting else { return false };
    server.is_this_computer() || ServerAddress::parse(&address).is_ok_and(|own| own == *server)
}

/// What we are called: by the profile, or as guests last called themselves.
fn own_name(cx: &Context) -> String {
    match cx.profiles.person() {
        Some(person) => person.profile.name.to_string(),
        None if !cx.network.guest().is_empty() => cx.network.guest().to_owned(),
        None => cx.texts.profiles.guest.to_owned(),
    }
}

fn connect(destination: Destination, name: &str, cx: &mut Context) {
    let short: String = name.chars().take(protocol::LONGEST_NAME).collect();
    let Ok(name) = PlayerName::new(&short) else { return };
    if cx.profiles.current().is_none() {
        cx.network.set_guest(name.as_str());
    }
    let Destination { server, invitation, transfer } = destination;
    let hosts = is_own(&server, cx);
    cx.network.connect(server, name, cx.profiles.current(), hosts);
    if let Some(code) = transfer {
        cx.network.take_along(code);
    }
    if let Some(invitation) = invitation {
        cx.network.join(invitation.room, invitation.code);
    }
}

impl NetworkScreen {
    /// The page, which leads to the server that the program runs on in a browser.
    pub fn new(cx: &mut Context) -> NetworkScreen {
        let name = own_name(cx);
        let home = ServerAddress::parse(&cx.services.start.origin).ok();
        if let (None, Some(server)) = (cx.network.server(), home) {
            connect(server.into(), &name, cx);
        }
        let servers = Servers::new(name);
        NetworkScreen {
            servers,
            part: Part::Games,
            hosted: None,
            search: String::new(),
            taking: None,
            naming: None,
        }
    }

    /// The page for a game that is to be played over the network: it is set up as soon as there is
    /// a server.
    pub fn with_game(game: &NewGame, cx: &mut Context) -> NetworkScreen {
        let part = Part::Create(Box::new(CreateForm::of(game, cx)));
        let hosted = Some(cx.texts.rule_set(game.start.rules()));
        NetworkScreen { part, hosted, ..NetworkScreen::new(cx) }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        if let Some(Answer::Text(name)) = cx.dialogs.answer(&mut self.naming)
            && let Some(server) = cx.network.server().cloned()
        {
            cx.network.forget_taken_along(cx.profiles.current());
            connect(server.into(), &name, cx);
        }
        self.take_along(cx);
        let link = cx.network.client().map(|client| client.link());
        let intent = match link {
            None => self.servers.show(ui, cx, self.hosted.as_deref()),
            Some(Link::Online) => match &mut self.part {
                Part::Create(form) => form.show(ui, cx),
                Part::Ranking(ranking) => ranking.show(ui, cx),
                Part::You(you) => you.show(ui, cx),
                Part::Games => lobby::show(ui, cx, &mut self.search),
            },
            Some(link) => trouble(ui, cx, matches!(link, Link::WrongVersion)),
        };
        match intent? {
            PageIntent::Go(navigation) => return Some(navigation),
            PageIntent::Connect(destination) if destination.transfer.is_some() => {
                cx.network.offer(destination);
            }
            PageIntent::Connect(destination) => {
                connect(destination, self.servers.name(), cx);
            }
            PageIntent::Disconnect => {
                (self.part, self.hosted) = (Part::Games, None);
                cx.network.give_up();
            }
            PageIntent::Rename => {
                let texts = &cx.texts.network;
                self.naming = Some(cx.dialogs.prompt(TextPrompt {
                    title: texts.name.to_owned(),
                    name: texts.name.to_owned(),
                    typed: own_name(cx),
                    accept: cx.texts.common.save.to_owned(),
                    check: |typed, texts| {
                        PlayerName::new(typed).err().map(|_| texts.network.name_wrong.to_owned())
                    },
                }));
            }
            PageIntent::Create => self.part = Part::Create(Box::new(CreateForm::load(cx))),
            PageIntent::Ranking => self.part = Part::Ranking(ServerRanking::ask(cx)),
            PageIntent::You => self.part = Part::You(YouPage::default()),
            PageIntent::Games => self.part = Part::Games,
        }
        None
    }

    /// Asks before we become the player of another device: what we were there is lost to us.
    fn take_along(&mut self, cx: &mut Context) {
        if let Some(destination) = cx.network.take_offered() {
            let texts = &cx.texts.network;
            let ticket = cx.dialogs.confirm(Confirmation {
                title: texts.transfer_take.to_owned(),
                text: texts.transfer_take_about(destination.server.host()),
                yes: texts.transfer_take_yes.to_owned(),
                no: cx.texts.common.cancel.to_owned(),
                danger: false,
            });
            self.taking = Some((ticket, destination));
        }
        if let Some((destination, Answer::Yes)) = cx.dialogs.answer_about(&mut self.taking) {
            connect(destination, self.servers.name(), cx);
        }
    }
}

/// The server is not there yet, or not any more, or cannot be talked to.
fn trouble(ui: &mut Ui, cx: &mut Context, is_other_version: bool) -> Option<PageIntent> {
    let texts = &cx.texts.network;
    let host = cx.network.server().map_or_else(String::new, |server| server.host().to_owned());
    let fault = cx.network.fault().map(|fault| cx.texts.wire_fault(fault));
    let is_waiting = cx.network.client().is_some_and(|c| matches!(c.link(), Link::Waiting { .. }));
    let mut intent = None;
    let page = page(ui, cx.texts.common.back, texts.title, 560.0, |ui| {
        card(ui, |ui| {
            ui.with_layout(Layout::top_down(Align::Center), |ui| {
                ui.add_space(space::L);
                let (title, about) = match (is_other_version, is_waiting || fault.is_some()) {
                    (true, _) => (texts.wrong_version(&host), texts.wrong_version_about),
                    (false, true) => (texts.unreachable(&host), texts.unreachable_about),
                    (false, false) => (texts.connecting(&host), ""),
                };
                if !is_other_version {
                    ui.spinner();
                }
                ui.label(text::title(title));
                note(ui, about);
                if let Some(fault) = &fault {
                    let told = text::body(fault).size(12.5).color(of(ui).colours.muted);
                    paragraph(ui, told);
                }
                ui.add_space(space::M);
                if !is_other_version && ui.add(Button::primary(texts.try_now)).clicked() {
                    cx.network.try_now();
                }
                if ui.add(Button::ghost(texts.leave_server)).clicked() {
                    intent = Some(PageIntent::Disconnect);
                }
                ui.add_space(space::S);
            });
        });
    });
    intent.or(page.back.then_some(PageIntent::Go(Navigation::Back)))
}

/// A small button with an icon.
fn small_icon(ui: &mut Ui, icon: Icon, name: &str) -> bool {
    ui.add(IconButton::new(icon, name).ghost().size(30.0)).clicked()
}
