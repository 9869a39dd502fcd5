# SPDX-License-Identifier: MIT
"""The game with the method names of PettingZoo's AEC environments (of its classic board games), for code that was
written for those. It needs nothing of PettingZoo or Gymnasium; the spaces are small classes with the same names.

>>> environment = env("3x3")
>>> environment.reset(seed=1)
>>> for agent in environment.agent_iter():
...     observation, reward, termination, truncation, info = environment.last()
...     if termination or truncation:
...         environment.step(None)
...     else:
...         environment.step(int(observation["action_mask"].argmax()))
>>> environment.agents
[]
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy as np
import numpy.typing as npt

from .actions import Actions
from .game import AnyRules, Position, Rules

Observation = dict[str, npt.NDArray[Any]]


class Discrete:
    """The numbers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> None:
        self._random = np.random.default_rng(seed)

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    def sample(self, mask: npt.NDArray[np.int8] | None = None) -> int:
        """One of them at random: of those whose mask is 1."""
        choices = np.arange(self.n) if mask is None else np.flatnonzero(mask)
        if not len(choices):
            raise ValueError("the mask allows nothing")
        return int(self._random.choice(choices))


class Box:
    """Arrays of one shape and type, with bounds."""

    def __init__(self, low: float, high: float, shape: tuple[int, ...], dtype: Any) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, shape, np.dtype(dtype)

    def contains(self, x: Any) -> bool:
        return (
            isinstance(x, np.ndarray)
            and x.shape == self.shape
            and x.dtype == self.dtype
            and bool((x >= self.low).all() and (x <= self.high).all())
        )


class Dict(dict[str, Box]):
    """Arrays by name."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, dict) and x.keys() == self.keys() and all(self[key].contains(x[key]) for key in x)


class Environment:
    """Two agents in turns, "player_0", who has X, and "player_1". An illegal move loses at once. After ``max_cycles``
    moves the game is truncated, with no reward."""

    metadata: dict[str, Any] = {"name": "quixo", "is_parallelizable": False, "render_modes": ["ansi"]}

    def __init__(self, rules: AnyRules = "5x5", max_cycles: int = 200, render_mode: str | None = None) -> None:
        if max_cycles < 1:
            raise ValueError(f"a game has at least one move, not {max_cycles}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.rules = Rules(rules)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self._actions = Actions(self.rules)
        planes = Box(0, 1, (3, self.rules.rows, self.rules.cols), np.float32)
        mask = Box(0, 1, (self._actions.count,), np.int8)
        self._observation_space = Dict(observation=planes, action_mask=mask)
        self._action_spaces = {agent: Discrete(self._actions.count) for agent in self.possible_agents}
        self.agents: list[str] = []

    @property
    def unwrapped(self) -> Environment:
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    def observation_space(self, agent: str) -> Dict:
        return self._observation_space

    def action_space(self, agent: str) -> Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The game itself leaves nothing to chance; ``seed`` is for the samples of the action spaces."""
        if seed is not None:
            for number, space in enumerate(self._action_spaces.values()):
                space.seed(seed + number)
        self.position = Position.empty(self.rules)
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.num_moves = 0

    def observe(self, agent: str) -> Observation:
        """The board as this agent sees it, and which actions are legal: none when it is not her turn."""
        position = self.position
        mine = "x" if agent == self.possible_agents[0] else "o"
        seen = position if position.to_move == mine else Position.from_bits(self.rules, position.x, position.o, mine)
        acts = agent == self.agent_selection and not self.terminations.get(agent) and not self.truncations.get(agent)
        mask = self._actions.mask(position) if acts else np.zeros(self._actions.count, np.int8)
        return {"observation": self._actions.planes(seen), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees, and what became of her last move."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """The move of the agent whose turn it is; None from one whose game is over, which takes her out."""
        if not self.agents:
            raise ValueError("the game is over for all: reset() begins another")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"the game is over for {agent}: her only step is None")
            self._take_out(agent)
            return
        if not self.action_space(agent).contains(action):
            raise ValueError(f"an action is a number from 0 to {self._actions.count - 1}, not {action!r}")
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        other = self.possible_agents[1 - self.possible_agents.index(agent)]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if int(action) not in self._actions.legal(self.position):
            self._end(winner=other, loser=agent, info={"illegal": str(self._actions.move(int(action)))})
        else:
            self.position = self.position.play(self._actions.move(int(action)))
            self.num_moves += 1
            if (won := self.position.winner) is not None:
                winner = self.possible_agents[0 if won == "x" else 1]
                self._end(winner=winner, loser=agent if winner == other else other)
            elif self.num_moves >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        for each, reward in self.rewards.items():
            self._cumulative_rewards[each] += reward
        self.agent_selection = other

    def _end(self, winner: str, loser: str, info: dict[str, Any] | None = None) -> None:
        self.rewards = {winner: 1.0, loser: -1.0}
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[loser].update(info or {})

    def _take_out(self, agent: str) -> None:
        self.agents.remove(agent)
        del self.terminations[agent], self.truncations[agent], self.infos[agent]
        del self.rewards[agent], self._cumulative_rewards[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
        """The agents in turns until all games are over."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def render(self) -> str | None:
        """The board as text, where render_mode is 'ansi'."""
        return self.position.diagram() if self.render_mode == "ansi" else None

    def state(self) -> npt.NDArray[np.float32]:
        """The board as X sees it."""
        position = self.position
        return self._actions.planes(Position.from_bits(self.rules, position.x, position.o, "x"))

    def close(self) -> None:
        """There is nothing to close."""


def env(rules: AnyRules = "5x5", max_cycles: int = 200, render_mode: str | None = None) -> Environment:
    """An environment of these rules."""
    return Environment(rules, max_cycles, render_mode)
