//! Shards and their leases, with a PostgreSQL server that the test starts for itself.

use std::thread;
use std::time::Duration;

use postgres::{Client, NoTls};
use test_kit::cluster::Cluster;
use xxlchess_store::{
    Lease, PostgresShards, PostgresStore, RoomChange, Rooms, SHARDS, Shards, StoreError, UnixTime,
    shard_of,
};

fn keep(room: &str, head: &str) -> RoomChange {
    let (room, head) = (room.to_owned(), Some(head.to_owned()));
    RoomChange::Keep { room, head, keep: 0, entries: Vec::new(), at: UnixTime(5) }
}

fn expire(client: &mut Client) {
    let sql = "UPDATE xxlchess.shards SET expires = clock_timestamp()";
    client.batch_execute(sql).expect("expired");
}

#[test]
fn a_shard_has_one_holder_and_old_ones_cannot_write() {
    let Some(cluster) = Cluster::start("shards", &["-F"]) else {
        println!("nothing was tried, as there is no PostgreSQL server here (initdb, postgres)");
        return;
    };
    let address = cluster.database("shards");
    let mut client = Client::connect(&address, NoTls).expect("it answers");
    let [mut one, mut two] = [0, 1].map(|_| PostgresShards::open(&address).expect("it opens"));
    let [mut first, mut second] =
        [0, 1].map(|_| PostgresStore::open_for_node(&address).expect("it opens"));
    let error = PostgresStore::open_for_server(&address).expect_err("there are nodes");
    assert!(matches!(error, StoreError::Serving { .. }), "{error}");
    let (a, b) = (one.join().expect("a node"), two.join().expect("a node"));
    assert_ne!(a, b);
    let free = one.renew(a, &[]).expect("renewed");
    assert_eq!((free.free.len() as u32, &free.nodes[..]), (SHARDS, &[a, b][..]));

    // All are taken once.
    let room = "2345678abc";
    let all: Vec<u32> = (0..SHARDS).collect();
    let taken = one.acquire(a, &all).expect("acquired");
    assert_eq!(taken.len() as u32, SHARDS);
    assert!(two.acquire(b, &all).expect("asked").is_empty());
    let of_room = |shards: &[xxlchess_store::AcquiredShard]| {
        shards.iter().map(|shard| shard.lease).find(|lease| lease.shard == shard_of(room))
    };
    let old = of_room(&taken).expect("its shard");
    assert_eq!(first.save_leased(&[keep(room, "one")], &[old]).expect("kept"), [true]);
    let held: Vec<Lease> = taken.iter().map(|shard| shard.lease).collect();
    let renewal = one.renew(a, &held).expect("renewed");
    assert_eq!((renewal.kept.len(), &renewal.shares[..]), (held.len(), &[held.len(), 0][..]));

    // A frozen node: another takes over with everything in it, and the old one's writes are refused.
    expire(&mut client);
    let taken = two.acquire(b, &[old.shard]).expect("acquired");
    let new = of_room(&taken).expect("its shard");
    assert_eq!((new.epoch, taken[0].rooms.len()), (old.epoch + 1, 1));
    assert_eq!(taken[0].rooms[0].head, "one");
    assert!(taken[0].last_alive.is_some(), "it did not hand over");
    let other = RoomChange::Forget { room: "elsewhere1".to_owned() };
    let other_lease = held.iter().copied().find(|lease| lease.shard == shard_of("elsewhere1"));
    let changes = [keep(room, "late"), other];
    let leases = [old, other_lease.expect("a shard")];
    assert_eq!(
        first.save_leased(&changes, &leases).expect("asked"),
        [false, true],
        "others are kept"
    );
    assert!(!one.renew(a, &held).expect("renewed").kept.contains(&old));
    assert_eq!(second.save_leased(&[keep(room, "two")], &[new]).expect("kept"), [true]);
    let heads: Vec<String> =
        first.rooms().expect("read").into_iter().map(|room| room.head).collect();
    assert_eq!(heads, ["two"]);

    // Handed over, it is free at once; what the old holder still says about it means nothing.
    two.release(&[new]).expect("released");
    one.release(&[old]).expect("nothing to release");
    let taken = one.acquire(a, &[old.shard]).expect("acquired");
    assert_eq!((taken[0].lease.epoch, taken[0].last_alive), (new.epoch + 1, None));
    two.leave(b).expect("left");
    assert_eq!(one.renew(a, &[]).expect("renewed").nodes, [a]);

    waits_for_writes_on_their_way(&mut client, &mut one, a, taken[0].lease);
}

/// A node that takes a shard over reads what was being written then.
fn waits_for_writes_on_their_way(
    client: &mut Client,
    shards: &mut PostgresShards,
    node: xxlchess_store::ClusterNode,
    lease: Lease,
) {
    expire(client);
    let mut write = client.transaction().expect("begun");
    let sql = "SELECT 1 FROM xxlchess.shards WHERE shard = $1 AND epoch = $2 FOR KEY SHARE";
    let held = write.query(sql, &[&i64::from(lease.shard), &lease.epoch]).expect("asked");
    assert_eq!(held.len(), 1);
    thread::scope(|scope| {
        let taken = scope.spawn(|| shards.acquire(node, &[lease.shard]).expect("acquired"));
        thread::sleep(Duration::from_millis(200));
        assert!(!taken.is_finished(), "a write is on its way");
        let sql = "UPDATE xxlchess.live_games SET head = 'three'";
        write.execute(sql, &[]).expect("written");
        write.commit().expect("written");
        let taken = taken.join().expect("no panic");
        assert_eq!(taken[0].rooms[0].head, "three");
    });
}
