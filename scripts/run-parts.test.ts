import { afterEach, expect, it, vi } from 'vitest';
import { type Part, type PartVerdict, runParts, selectParts } from './run-parts.ts';

const createPart = (verdict: PartVerdict): Part => ({ what: 'something', run: async () => verdict });
const PARTS = {
  first: createPart('FAILED'),
  second: createPart('skipped: no such program'),
  third: createPart('passed'),
};
const log = vi.spyOn(console, 'log').mockImplementation(() => {});
afterEach(() => log.mockReset());

it('runs each part, also after one that failed, and reports each as it ends', async () => {
  const reported: string[] = [];
  const results = await runParts(PARTS, Object.keys(PARTS), ({ name }) => reported.push(name));
  expect(results.map(({ verdict }) => verdict)).toEqual(['FAILED', 'skipped: no such program', 'passed']);
  expect(reported).toEqual(['first', 'second', 'third']);
  expect(log.mock.lastCall?.[0]).toMatch(/\| first \| something \| 0\.0 \| FAILED \|/);
});

it('refuses a part that does not exist', () => {
  expect(selectParts(PARTS, 'third,first')).toEqual(['third', 'first']);
  expect(() => selectParts(PARTS, 'first,fourth')).toThrow(
    'no such part: fourth; there are first, second, third',
  );
});
