import { expect, it } from 'vitest';
import { parseTradeDraft } from './load-trade-draft.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-11-22T12:00:00Z');
const KEPT = {
  side: 'buy',
  market: { coin: 'BITCOIN', quote: 'TOMAN' },
  entry: { line: 'total', asset: 'TOMAN', text: '2500000' },
  at: NOW - DAY,
};
const read = (changes: object) => parseTradeDraft(JSON.stringify({ ...KEPT, ...changes }), NOW);

it('parseTradeDraft returns the stored draft', () => {
  const { at: _, ...trade } = KEPT;
  expect(read({})).toEqual(trade);
  expect(read({ entry: { line: 'amount', asset: 'BITCOIN', text: '0.015' } })).toMatchObject({
    entry: { line: 'amount', asset: 'BITCOIN', text: '0.015' },
  });
});

it('parseTradeDraft ignores a draft older than a week or from the future', () => {
  expect(read({ at: NOW - 7 * DAY })).not.toBeNull();
  expect(read({ at: NOW - 7 * DAY - 1 })).toBeNull();
  expect(read({ at: NOW + 1 })).toBeNull();
});

it.each([
  [{ side: 'give' }],
  [{ market: { coin: 'GOLD', quote: 'TOMAN' } }],
  [{ market: { coin: 'BITCOIN', quote: 'EURO' } }],
  [{ market: null }],
  [{ entry: { line: 'fee', text: '1' } }],
  [{ entry: { line: 'total', text: '1e9' } }],
  [{ entry: { line: 'total', text: '-5' } }],
  [{ entry: { line: 'total', text: 5 } }],
  [{ entry: { line: 'total', text: '<b>1</b>' } }],
  [{ at: 'yesterday' }],
])('parseTradeDraft ignores an invalid draft: %j', (changes) => {
  expect(read(changes)).toBeNull();
});

it('parseTradeDraft ignores unreadable text', () => {
  for (const text of [null, '', '{', '[]', '7', 'null']) expect(parseTradeDraft(text, NOW)).toBeNull();
});

it('parseTradeDraft derives the asset from the line and ignores the stored asset', () => {
  expect(read({ entry: { line: 'total', asset: 'BITCOIN', text: '5' } })?.entry.asset).toBe('TOMAN');
});
