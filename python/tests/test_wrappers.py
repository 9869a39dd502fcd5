# SPDX-License-Identifier: MIT
"""What code written for OpenSpiel and PettingZoo relies on, checked without either: the contracts of their own tests."""

import random

import numpy as np
import pytest

import quixo
from quixo import open_spiel, pettingzoo
from quixo.actions import Actions


@pytest.mark.parametrize("rules", ["2x2", "3x4", "5x5"])
def test_actions_are_the_moves(rules: str) -> None:
    actions = Actions(rules)
    assert [actions.number(actions.move(action)) for action in range(actions.count)] == list(range(actions.count))
    position = quixo.Position.empty(rules)
    assert actions.legal(position) == list(range(actions.count)) and actions.mask(position).all()
    for bad in (-1, actions.count):
        with pytest.raises(ValueError, match="has the actions 0 to"):
            actions.move(bad)
    with pytest.raises(ValueError, match="is no move"):
        actions.number("a1a1")


@pytest.mark.parametrize("rules", ["3x3", "3x3-double-wins", "4x5-line3", "5x5"])
def test_open_spiel_games_keep_the_contract(rules: str) -> None:
    game = open_spiel.load_game(rules, max_game_length=60)
    choice = random.Random(1)
    assert game.num_players() == 2 and (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            assert player == state.move_number() % 2 and state.is_player_node() and not state.is_chance_node()
            assert state.is_initial_state() == (state.history() == [])
            assert state.num_players() == 2 and state.num_distinct_actions() == game.num_distinct_actions()
            legal = state.legal_actions()
            assert legal == sorted(set(legal)) and legal == state.legal_actions(player)
            assert state.legal_actions(1 - player) == []
            assert [i for i, is_legal in enumerate(state.legal_actions_mask()) if is_legal] == legal
            assert state.returns() == [0, 0]
            for each in (0, 1):
                tensor = state.observation_tensor(each).reshape(game.observation_tensor_shape())
                assert (tensor.sum(axis=0) == 1).all()
                assert tensor.size == game.observation_tensor_size()
            mine, other = (state.observation_tensor(each).reshape(3, -1) for each in (0, 1))
            assert (mine[0] == other[1]).all() and (mine[1] == other[0]).all() and (mine[2] == other[2]).all()
            action = choice.choice(legal)
            assert state.string_to_action(state.action_to_string(player, action)) == action
            before = str(state)
            child = state.child(action)
            assert str(state) == before and child.history() == [*state.history(), action]
            child.undo_action(player, action)
            assert str(child) == before
            state.apply_action(action)
        assert state.current_player() == open_spiel.TERMINAL_PLAYER and state.legal_actions() == []
        assert sum(state.returns()) == 0 and state.rewards() == state.returns()
        assert state.move_number() == len(state.history()) <= game.max_game_length()
        assert state.player_return(0) == {"x": 1, "o": -1, None: 0}[state.position.winner] == -state.player_reward(1)
        assert not state.is_player_node()
        with pytest.raises(ValueError, match="over"):
            state.apply_action(0)
        replay = game.new_initial_state()
        for action in state.history():
            replay.apply_action(action)
        assert str(replay) == str(state) and replay.clone().history_str() == state.history_str()
        loaded = game.deserialize_state(state.serialize())
        assert loaded.history() == state.history() and loaded.information_state_string() == state.history_str()


def test_open_spiel_refuses_what_is_wrong() -> None:
    state = open_spiel.load_game("3x3").new_initial_state()
    with pytest.raises(ValueError, match="actions 0 to 19"):
        state.apply_action(20)
    state.apply_action(0)
    with pytest.raises(ValueError, match="did not make the move"):
        state.undo_action(1, 0)
    with pytest.raises(ValueError, match="at least one move"):
        open_spiel.load_game("3x3", max_game_length=0)


@pytest.mark.parametrize("rules", ["3x3", "4x5-line3", "5x5"])
def test_pettingzoo_environments_keep_the_contract(rules: str) -> None:
    environment = pettingzoo.env(rules, max_cycles=60)
    for seed in range(10):
        environment.reset(seed=seed)
        totals = dict.fromkeys(environment.possible_agents, 0.0)
        steps = 0
        for agent in environment.agent_iter():
            observation, reward, termination, truncation, info = environment.last()
            totals[agent] += reward
            assert observation is not None and environment.observation_space(agent).contains(observation)
            if termination or truncation:
                assert not observation["action_mask"].any()
                environment.step(None)
                continue
            assert agent == environment.possible_agents[steps % 2] and reward == 0
            others = [each for each in environment.agents if each != agent]
            assert not environment.observe(others[0])["action_mask"].any()
            environment.step(environment.action_space(agent).sample(observation["action_mask"]))
            steps += 1
        assert sum(totals.values()) == 0 and environment.agents == [] and steps <= 60
        winner = environment.position.winner
        assert totals["player_0"] == {"x": 1, "o": -1, None: 0}[winner]
        with pytest.raises(ValueError, match="reset"):
            environment.step(0)


def test_pettingzoo_games_are_seeded() -> None:
    def moves(seed: int) -> list[str]:
        environment = pettingzoo.env("5x5", render_mode="ansi")
        environment.reset(seed=seed)
        seen = []
        for agent in environment.agent_iter(20):
            mask = environment.observe(agent)["action_mask"]
            environment.step(environment.action_space(agent).sample(mask))
            seen.append(str(environment.render()))
        return seen

    assert moves(1) == moves(1) != moves(2)


def test_pettingzoo_an_illegal_move_loses_and_nonsense_is_refused() -> None:
    environment = pettingzoo.env("3x3")
    environment.reset()
    for nonsense in (20, -1, 1.5, "a3c3", None):
        with pytest.raises(ValueError, match="an action is a number from 0 to 19"):
            environment.step(nonsense)  # type: ignore[arg-type]
    environment.step(0)  # a3c3: the corner is X's now
    mask = environment.observe("player_1")["action_mask"]
    illegal = int(np.flatnonzero(mask == 0)[0])
    environment.step(illegal)
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert environment.infos["player_1"] == {"illegal": str(Actions("3x3").move(illegal))}
    with pytest.raises(ValueError, match="her only step is None"):
        environment.step(0)
    for bad in ({"max_cycles": 0}, {"render_mode": "human"}):
        with pytest.raises(ValueError):
            pettingzoo.env("3x3", **bad)  # type: ignore[arg-type]
