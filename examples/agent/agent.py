#!/usr/bin/env python3
"""Plays any legal move: the least that an agent must do (docs/agents.md)."""
import random, re, sys

def legal_moves(position):
    board, player = position.split()
    rows = [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in board.split("/")]
    right, bottom = len(rows[0]) - 1, len(rows) - 1
    name = lambda x, y: f"{chr(ord('a') + x)}{bottom - y + 1}"
    return [name(x, y) + name(*end)
            for y, row in enumerate(rows) for x, cube in enumerate(row)
            if cube.lower() in ("." + player) and (x in (0, right) or y in (0, bottom))
            for end in {(0, y), (right, y), (x, 0), (x, bottom)} - {(x, y)}]

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quixo-agent": print("quixo-agent 1 random.py", flush=True)
    if word == "newgame": print("ready", flush=True)
    if word == "position": position = rest
    if word == "go": print("move", random.choice(legal_moves(position)), flush=True)
    if word == "quit": break
