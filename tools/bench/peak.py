"""Runs one command with a text on its standard input, and prints how long it took and the most memory it held.

Input: one JSON object { command: [path, ...], env: {...}, input }. Output: one JSON object { ms, megabytes }.
"""
import json
import os
import subprocess
import sys
import time

order = json.load(sys.stdin)
began = time.perf_counter()
child = subprocess.Popen(
    order["command"], env=order["env"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
)
child.stdin.write(order["input"].encode())
child.stdin.close()
_, _, usage = os.wait4(child.pid, 0)
json.dump({"ms": (time.perf_counter() - began) * 1000, "megabytes": usage.ru_maxrss / 1024}, sys.stdout)
