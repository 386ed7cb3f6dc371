import { expect, test } from 'vitest';
import { serializeOutput } from './in-turn.ts';

test('serializeOutput prints one part as it writes, and the next one from its beginning when that has ended', () => {
  let received = '';
  const turn = serializeOutput((text) => {
    received += text;
  });
  const [first, second, third] = [turn(), turn(), turn()];
  second.say('b1 ');
  first.say('a1 ');
  expect(received).toBe('a1 ');
  third.say('c1 ');
  third.end();
  first.say('a2 ');
  first.end();
  expect(received).toBe('a1 a2 b1 ');
  second.say('b2 ');
  expect(received).toBe('a1 a2 b1 b2 ');
  second.end();
  expect(received).toBe('a1 a2 b1 b2 c1 ');
});
