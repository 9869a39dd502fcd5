// SPDX-License-Identifier: MIT
//
// Whether an answer of a server elsewhere is what the description of the API says, and fits the board that it is
// about: the page trusts its own server and engine, but whoever runs another one may send anything.
import { components } from '../../../src/api/openapi.json';
import { legalMoves, moveName, parseMove, parsePosition, winner } from '../game/position';
import { parseRules, type Rules } from '../game/rules';

interface Schema {
  $ref?: string;
  type?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  oneOf?: readonly Schema[];
  pattern?: string;
  minimum?: number;
}

const schemas = components.schemas as Readonly<Record<string, Schema>>;
type Name = keyof typeof components.schemas;

const throwsNothing = (work: () => unknown): boolean => {
  try {
    work();
    return true;
  } catch {
    return false;
  }
};

/** What the description does not say. */
function fits(name: string, value: unknown, rules: Rules | null): boolean {
  if (value === null) return true;
  if (name === 'RulesName') return throwsNothing(() => parseRules(value as string));
  if (!rules) return true;
  if (name === 'MoveText') return throwsNothing(() => parseMove(rules, value as string));
  if (name === 'PositionText') return throwsNothing(() => parsePosition(rules, value as string));
  if (name === 'Position') {
    const { position: text, moves } = value as { position: string; moves: { move: string }[] };
    const position = parsePosition(rules, text);
    const legal = winner(rules, position) ? [] : legalMoves(rules, position);
    const names = (list: string[]) => list.sort().join();
    return names(moves.map(({ move }) => move)) === names(legal.map((move) => moveName(rules, move)));
  }
  if (name === 'Review') {
    const { moves, turning_points } = value as { moves: unknown[]; turning_points: number[] };
    return turning_points.every((index) => index in moves);
  }
  return true;
}

function matches(schema: Schema, value: unknown, rules: Rules | null): boolean {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return matches(schemas[name]!, value, rules) && fits(name, value, rules);
  }
  if (schema.oneOf) return schema.oneOf.some((one) => matches(one, value, rules));
  if (value === null) return schema.nullable ?? false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  switch (schema.type) {
    case 'object': {
      if (typeof value !== 'object' || Array.isArray(value)) return false;
      const fields = value as Record<string, unknown>;
      return (
        (schema.required ?? []).every((name) => Object.hasOwn(fields, name)) &&
        Object.entries(schema.properties ?? {}).every(
          ([name, part]) => !Object.hasOwn(fields, name) || matches(part, fields[name], rules),
        )
      );
    }
    case 'array':
      return Array.isArray(value) && value.every((one) => matches(schema.items ?? {}, one, rules));
    case 'string':
      return typeof value === 'string' && new RegExp(schema.pattern ?? '').test(value);
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= (schema.minimum ?? -Infinity);
    case 'number':
      return Number.isFinite(value);
    case 'boolean':
      return typeof value === 'boolean';
    default:
      return true;
  }
}

/** Whether a value is what the description calls by this name, on a board of these rules. */
export const isDescribed = (name: Name, value: unknown, rules: Rules | null = null): boolean =>
  matches({ $ref: `#/${name}` }, value, rules);

/** What the routes answer. */
export const answers: Readonly<Record<string, Name>> = {
  position: 'Position',
  line: 'Line',
  play: 'ValuedMove',
  batch: 'Batch',
  review: 'Review',
  statistics: 'Statistics',
  random: 'Position',
  puzzle: 'Puzzle',
};
