"""A WebSocket client (RFC 6455) that sends and receives texts. It supports only what Firefox needs."""

import base64
import hashlib
import os
import socket
import struct
import time
import urllib.parse

MORE, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10


class WebSocket:
    def __init__(self, address, seconds):
        url = urllib.parse.urlsplit(address)
        self.socket = socket.create_connection((url.hostname, url.port), seconds)
        self.received, self.parts = bytearray(), []
        try:
            self.shake_hands(url, time.monotonic() + seconds)
        except BaseException:
            self.socket.close()
            raise

    def shake_hands(self, url, end):
        key = base64.b64encode(os.urandom(16)).decode()
        # No Origin, because Firefox refuses connections from pages.
        lines = [
            f"GET {url.path or '/'} HTTP/1.1", f"Host: {url.netloc}", "Upgrade: websocket",
            "Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "", "",
        ]
        self.socket.sendall("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.received:
            if not self.read(end):
                raise ConnectionError("no answer to the handshake")
        answer, _, rest = bytes(self.received).partition(b"\r\n\r\n")
        self.received = bytearray(rest)
        status, *headers = answer.decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in headers)}
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        expected = base64.b64encode(digest).decode()
        if " 101 " not in status + " " or fields.get("sec-websocket-accept") != expected:
            raise ConnectionError("the handshake failed: " + status)

    def send(self, text, kind=TEXT):
        """Sends a text in one frame, masked as the protocol requires of clients."""
        data = text if isinstance(text, bytes) else text.encode()
        count, mask = len(data), os.urandom(4)
        if count < 126:
            length = struct.pack("!B", 128 | count)
        elif count < 1 << 16:
            length = struct.pack("!BH", 128 | 126, count)
        else:
            length = struct.pack("!BQ", 128 | 127, count)
        pad = (mask * (count // 4 + 1))[:count]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(count, "big")
        self.socket.settimeout(60)
        self.socket.sendall(bytes([128 | kind]) + length + mask + masked)

    def receive(self, seconds):
        """The next text, or None if none arrives in this many seconds."""
        end = time.monotonic() + seconds
        while True:
            frame = self.frame()
            if frame is None:
                if not self.read(end):
                    return None
                continue
            last, kind, data = frame
            if kind == CLOSE:
                raise ConnectionError("the browser closed the connection")
            if kind == PING:
                self.send(data, PONG)
            elif kind in (TEXT, MORE):
                self.parts.append(data)
                if last:
                    text, self.parts = b"".join(self.parts).decode(), []
                    return text
            elif kind != PONG:
                raise ConnectionError(f"a frame of kind {kind}")

    def frame(self):
        """Removes a frame from the received bytes; returns whether it ends its message, its kind and its data."""
        have = self.received
        if len(have) < 2:
            return None
        length, start = have[1] & 127, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(have) < start:
                return None
            length = int.from_bytes(have[2:start], "big")
        if have[1] & 128:
            raise ConnectionError("a masked frame from a server")
        if len(have) < start + length:
            return None
        data = bytes(have[start:start + length])
        first = have[0]
        del have[:start + length]
        return bool(first & 128), first & 15, data

    def read(self, end):
        """Receives some bytes; returns false if none arrive before `end`."""
        # A timeout of 0 would make the socket non-blocking, which raises a different error.
        self.socket.settimeout(max(end - time.monotonic(), 0.001))
        try:
            data = self.socket.recv(1 << 18)
        except TimeoutError:
            return False
        if not data:
            raise ConnectionError("the browser is gone")
        self.received += data
        return True

    def close(self):
        try:
            self.send(b"", CLOSE)
        except OSError:
            pass
        self.socket.close()
