// Plays a game against the computer of an xxlchess server:
//
//     node --experimental-websocket client.mjs 127.0.0.1:8064
//
// (From version 22 on, Node.js needs no option.) In a page the same works with `location.host`.

const address = process.argv[2];
const socket = new WebSocket(`ws://${address}/ws`);
const answers = new Map();
const room = { id: null, turns: 0 };
let requests = 0;

/** Sends a request; the promise is the message that answers it. */
function ask(request) {
  const id = ++requests;
  socket.send(JSON.stringify({ id, ...request }));
  return new Promise((resolve) => answers.set(id, resolve));
}

const act = (action) => ask({ act: { room: room.id, action } });

/** Moves a knight to and fro, and resigns after three moves. */
async function move() {
  const knight = ["b1c3", "c3b1"][(room.turns / 2) % 2];
  const play = { play: { ply: room.turns, move: knight } };
  const answer = await act(room.turns < 6 ? play : "resign");
  if (answer.refused) {
    console.log("refused:", JSON.stringify(answer.refused.refusal));
    await act("resign");
  }
}

function follow(event) {
  if (!event.recorded) return;
  const { ply, entry } = event.recorded;
  if ("resume" in entry) move();
  if (entry.move) {
    room.turns = ply + 1;
    console.log(room.turns, entry.move);
    if (room.turns % 2 === 0) move();
  }
  if (entry.end) {
    console.log("ended:", JSON.stringify(entry.end));
    socket.close();
  }
}

socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  answers.get(message.id)?.(message);
  answers.delete(message.id);
  if (message.event) follow(message.event.event);
};

socket.onopen = async () => {
  const { welcome } = await ask({ hello: { version: 4, name: "JavaScript" } });
  const options = {
    rules: { shipped: "standard" },
    colour: "white",
    opponent: { level: "random" },
  };
  const { state } = await ask({ create: { options } });
  room.id = state.room;
  console.log(`${welcome.name} plays in ${room.id}`);
};
