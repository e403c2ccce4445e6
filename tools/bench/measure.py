"""Runs commands in turn, fed by a socketpair as agents do, and prints how long each took, in milliseconds.

Python, because it starts programs with posix_spawn: Node's own way of starting one costs more than the program.
Input: one JSON object { commands: { name: [path, ...] }, bytes, rounds }. Output: one JSON object of lists.
"""
import json
import os
import socket
import sys
import time

order = json.load(sys.stdin)
payload = b'{"text":"' + b"x" * (order["bytes"] - 11) + b'"}'
nowhere = os.open("/dev/null", os.O_WRONLY)
times = {name: [] for name in order["commands"]}
for _ in range(order["rounds"]):
    for name, command in order["commands"].items():
        ours, theirs = socket.socketpair()
        streams = [(os.POSIX_SPAWN_DUP2, theirs.fileno(), 0), (os.POSIX_SPAWN_DUP2, nowhere, 1)]
        began = time.perf_counter()
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=streams)
        theirs.close()
        try:
            ours.sendall(payload)
            ours.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # /bin/true does not read.
        _, status = os.waitpid(pid, 0)
        times[name].append((time.perf_counter() - began) * 1000)
        ours.close()
        if status != 0:
            sys.exit(f"{name} ended with {status}")
        # What goes on in the background must not be counted to the next one.
        time.sleep(0.02)
json.dump(times, sys.stdout)
