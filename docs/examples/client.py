#!/usr/bin/env python3
"""Plays a game against the computer of an xxlchess server, with Python's own library alone.

    python3 client.py 127.0.0.1:8064

It makes a room without clocks, moves a knight to and fro, resigns after three moves, and prints
what happened.
"""

import base64
import json
import os
import socket
import sys


class WebSocket:
    """Just enough of a WebSocket: texts in both directions, and pongs."""

    def __init__(self, host, port):
        self.socket = socket.create_connection((host, port), timeout=60)
        self.input = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        status = self.input.readline().decode()
        if " 101 " not in status:
            raise ConnectionError(status.strip())
        while self.input.readline().strip():
            pass

    def send(self, message):
        self._frame(1, json.dumps(message).encode())

    def receive(self):
        while True:
            first, second = self.input.read(2)
            size = second & 127
            if size == 126:
                size = int.from_bytes(self.input.read(2), "big")
            elif size == 127:
                size = int.from_bytes(self.input.read(8), "big")
            payload = self.input.read(size)
            kind = first & 15
            if kind == 1:
                return json.loads(payload)
            if kind == 8:
                raise ConnectionError("the server has closed the connection")
            if kind == 9:
                self._frame(10, payload)

    def _frame(self, kind, payload):
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            head = bytes([128 | kind, 128 | size])
        elif size < 65536:
            head = bytes([128 | kind, 128 | 126]) + size.to_bytes(2, "big")
        else:
            head = bytes([128 | kind, 128 | 127]) + size.to_bytes(8, "big")
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        self.socket.sendall(head + mask + masked)


class Client:
    """Sends requests, and keeps what the server says besides their answers."""

    def __init__(self, host, port, name):
        self.wire = WebSocket(host, port)
        self.requests = 0
        self.heard = []
        welcome = self.ask({"hello": {"version": 4, "name": name}})["welcome"]
        self.name = welcome["name"]

    def ask(self, request):
        """Sends a request, and gives the message that answers it."""
        self.requests += 1
        self.wire.send({"id": self.requests, **request})
        while True:
            message = self.wire.receive()
            if message.get("id") == self.requests:
                return message
            self.heard.append(message)

    def next(self):
        """The next message that answers no request."""
        return self.heard.pop(0) if self.heard else self.wire.receive()


MOVES = ["b1c3", "c3b1"]


def main():
    host, port = sys.argv[1].rsplit(":", 1)
    client = Client(host, int(port), "Python")
    options = {
        "rules": {"shipped": "standard"},
        "colour": "white",
        "opponent": {"level": "random"},
    }
    room = client.ask({"create": {"options": options}})["state"]["room"]
    print(f"{client.name} plays in {room}")
    turns = 0
    while True:
        event = client.next().get("event", {}).get("event", {})
        entry = event.get("recorded", {}).get("entry", {})
        if "move" in entry:
            turns = event["recorded"]["ply"] + 1
            print(turns, entry["move"])
        if "end" in entry:
            print("ended:", json.dumps(entry["end"]))
            return
        if ("move" in entry or "resume" in entry) and turns % 2 == 0:
            play = {"play": {"ply": turns, "move": MOVES[turns // 2 % 2]}}
            action = play if turns < 6 else "resign"
            answer = client.ask({"act": {"room": room, "action": action}})
            if "refused" in answer:
                print("refused:", json.dumps(answer["refused"]["refusal"]))
                client.ask({"act": {"room": room, "action": "resign"}})


main()
