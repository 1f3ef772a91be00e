//! Questions that wait, are handed out, cancelled and lost.

use std::time::Duration;

use rules::Position;

use super::*;

fn question(room: u64, address: u8, level: &str) -> Question {
    let rules = notation::ruleset::shipped("standard").expect("it ships");
    Question {
        room: RoomId::from_random(room),
        owner: Owner { player: None, address: Some(IpAddr::from([192, 0, 2, address])) },
        level: engine::level::find(level).expect("a level"),
        seed: room,
        options: RoomOptions::friendly("standard"),
        history: History::new(Position::start(&rules)),
        limits: Limits::default(),
    }
}

async fn answer(inquiry: &mut Inquiry) -> Answer {
    loop {
        if let Progress::Done(answer) = inquiry.changed().await {
            return answer;
        }
    }
}

#[tokio::test]
async fn a_question_that_is_dropped_is_not_thought_about() {
    let pool = EnginePool::start(1, 1, None).expect("threads");
    // Without limits level 18 thinks for ever.
    let endless = pool.ask(question(1, 1, "18")).expect("a pool");
    for _ in 0..2000 {
        drop(pool.ask(question(2, 1, "18")));
    }
    assert!(pool.waiting() <= 1, "nothing is left of what was cancelled");
    let mut honest = pool.ask(question(3, 2, "random")).expect("a pool");
    drop(endless);
    assert!(answer(&mut honest).await.best.is_some());
    assert_eq!(pool.waiting(), 0);
}

#[tokio::test]
async fn a_player_stays_the_same_from_move_to_move_within_the_limit() {
    let pool = EnginePool::start(1, 2, None).expect("threads");
    for room in [1, 2, 3, 1] {
        let mut inquiry = pool.ask(question(room, 1, "1")).expect("a pool");
        assert!(answer(&mut inquiry).await.best.is_some());
    }
    let resident = || -> Vec<RoomId> {
        pool.queue.contents.lock().resident.players.iter().map(|(room, _)| room.clone()).collect()
    };
    assert_eq!(resident(), [3, 1].map(RoomId::from_random));
    pool.forget(&RoomId::from_random(3));
    assert_eq!(resident(), [RoomId::from_random(1)]);
}

#[tokio::test]
async fn questions_wait_without_a_thread() {
    let pool = EnginePool::stalled();
    let mut inquiry = pool.ask(question(1, 1, "random")).expect("a pool");
    assert_eq!(inquiry.progress(), Progress::Waiting);
    let waited = tokio::time::timeout(Duration::ZERO, inquiry.changed()).await;
    assert!(waited.is_err() && pool.waiting() == 1);
}

/// A pool whose questions can be handed out, and its events.
fn helped(threads: usize) -> (EnginePool, mpsc::UnboundedReceiver<PoolEvent>) {
    let (news, told) = mpsc::unbounded_channel();
    let pool = EnginePool::start(threads, 1, Some(news)).expect("threads");
    (pool, told)
}

#[tokio::test]
async fn questions_are_handed_out_while_somebody_elsewhere_is_free() {
    let (pool, mut told) = helped(0);
    assert!(!pool.plays(), "nobody thinks yet");
    let mut first = pool.ask(question(1, 1, "random")).expect("it waits");
    assert!(pool.hand_out(|_| ()).is_none(), "there are no workers");
    pool.set_free_elsewhere(Some(1));
    assert!(pool.plays());
    let second = pool.ask(question(2, 1, "random")).expect("it waits");
    assert_eq!(told.try_recv(), Ok(PoolEvent::Asked));
    let (ticket, room) = pool.hand_out(|asked| asked.room.clone()).expect("one is free");
    assert_eq!(room, RoomId::from_random(1));
    assert!(pool.hand_out(|_| ()).is_none(), "nobody is free any more");

    // No worker took it: it waits again, before the others.
    pool.give_back(ticket);
    assert_eq!(first.progress(), Progress::Waiting);
    pool.set_free_elsewhere(Some(2));
    let (again, _) = pool.hand_out(|_| ()).expect("one is free");
    assert_eq!(again, ticket);
    assert!(pool.taken(ticket, 7));
    assert_eq!(first.progress(), Progress::Thinking);
    let best = first_move();
    pool.answered(ticket, |_| Answer { best, score: None });
    assert_eq!(answer(&mut first).await.best, best);

    // The worker of a cancelled question is notified.
    let (ticket, _) = pool.hand_out(|_| ()).expect("one is free");
    assert!(pool.taken(ticket, 8));
    drop(second);
    assert_eq!(told.try_recv(), Ok(PoolEvent::Asked));
    assert_eq!(told.try_recv(), Ok(PoolEvent::Cancelled { ticket, worker: 8 }));
    assert!(!pool.taken(ticket, 8) && pool.handed_out() == 0);
}

#[tokio::test]
async fn what_nobody_is_heard_of_is_lost() {
    let (pool, _told) = helped(0);
    pool.set_free_elsewhere(Some(2));
    let mut inquiries: Vec<Inquiry> =
        (1..=2).map(|room| pool.ask(question(room, 1, "random")).expect("it waits")).collect();
    let [one, other] = [(); 2].map(|()| pool.hand_out(|_| ()).expect("free").0);
    assert!(pool.taken(one, 7));
    let later = Instant::now();
    pool.keep_alive(one, 7);
    // No worker ever confirmed that it had taken it.
    assert_eq!(pool.lose_silent(later), [(other, None)]);
    assert_eq!(inquiries[1].changed().await, Progress::Lost);
    assert_eq!(inquiries[0].progress(), Progress::Thinking);
    assert_eq!(pool.lose_silent(Instant::now()), [(one, Some(7))]);
    assert_eq!(inquiries[0].changed().await, Progress::Lost);
}

#[tokio::test]
async fn threads_rest_while_others_think_but_for_what_those_cannot() {
    let (pool, _told) = helped(1);
    pool.set_free_elsewhere(Some(1));
    let mut inquiry = pool.ask(question(1, 1, "random")).expect("a pool");
    let (ticket, _) = pool.hand_out(|_| ()).expect("one is free");
    pool.keep(ticket);
    assert!(answer(&mut inquiry).await.best.is_some(), "the thread here has answered");
    let mut waiting = pool.ask(question(2, 1, "random")).expect("a pool");
    assert_eq!((pool.waiting(), waiting.progress()), (1, Progress::Waiting));
    pool.set_free_elsewhere(None);
    assert!(answer(&mut waiting).await.best.is_some(), "nobody else is there any more");
}

fn first_move() -> Option<Move> {
    let rules = notation::ruleset::shipped("standard").expect("it ships");
    Position::start(&rules).legal_moves().first().copied()
}
