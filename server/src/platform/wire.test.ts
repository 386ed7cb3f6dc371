import { expect, it } from 'vitest';
import { fromWire, toWire } from './wire.ts';

it('preserves amounts and times, and takes nothing else for one', () => {
  const at = new Date(Date.UTC(2026, 10, 21));
  const value = {
    fee: 10n ** 30n,
    list: [-1n, 0n, at],
    text: at.toISOString(),
    none: null,
    nested: { n: 1, at },
  };
  expect(fromWire(toWire(value))).toEqual(value);
  for (const odd of ['{"$n":5}', '{"$n":"x"}', '{"$n":"1","a":1}', '{"$n":"1.5"}', '{"$d":"1"}'])
    expect(fromWire(odd)).toEqual(JSON.parse(odd));
  expect(() => fromWire('{')).toThrow(SyntaxError);
});
