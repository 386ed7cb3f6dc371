import { expect, it } from 'vitest';
import { describeFailure, findArchiveErrors } from './restore-to-second.ts';

const REASON = 'FATAL:  could not locate required checkpoint record';
const REFUSAL = 'FATAL:  the database system is starting up';
const ARCHIVE = 'ERROR: [042]: unable to get 00000001000000000000000B:';
const joinLines = (...lines: string[]): string => lines.map((line) => `${line}\n`).join('');

it.each([
  ['before', joinLines(ARCHIVE, REFUSAL, REASON)],
  ['after', joinLines(ARCHIVE, REASON, REFUSAL)],
])('describe why a copy does not start when a connection is refused %s the reason', (_, log) => {
  expect(describeFailure(log)).toBe(
    'could not locate required checkpoint record; pgbackrest: [042]: unable to get 00000001000000000000000B:',
  );
});

it('describe the end of the log of a copy that was killed', () => {
  expect(describeFailure(joinLines(REFUSAL, 'LOG:  redo starts at 0/B000028'))).toBe(
    'LOG:  redo starts at 0/B000028',
  );
});

it('findArchiveErrors lists each error once, and counts those of a damaged archive beyond twenty', () => {
  const errors = Array.from({ length: 23 }, (_, n) => `ERROR: [032]: unable to read segment ${n}`);
  const listed = errors.map((line) => line.replace('ERROR: ', ''));
  expect(findArchiveErrors(joinLines(...errors.slice(0, 20), ...errors.slice(0, 20)))).toEqual(
    listed.slice(0, 20),
  );
  expect(findArchiveErrors(joinLines(...errors))).toEqual([...listed.slice(0, 20), 'and 3 more']);
});
