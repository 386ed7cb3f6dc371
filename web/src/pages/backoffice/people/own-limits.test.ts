import { expect, it } from 'vitest';
import { getEndOfDay, getLastDay, validateLimitDraft } from './own-limits.ts';

const TODAY = '2026-11-22';
const GOOD = { perDay: '1000', perMonth: '5000', until: '2026-12-22' };

it.each([
  [GOOD, null],
  [{ ...GOOD, perDay: '0', perMonth: '0' }, null],
  [{ ...GOOD, until: TODAY }, null],
  [{ ...GOOD, until: '2027-11-22' }, null],
  [{ ...GOOD, perDay: '' }, 'needDay'],
  [{ ...GOOD, perMonth: '' }, 'needMonth'],
  [{ ...GOOD, perMonth: '999' }, 'monthLess'],
  [{ ...GOOD, until: '' }, 'untilError'],
  [{ ...GOOD, until: '2026-11-21' }, 'untilError'],
  [{ ...GOOD, until: '2027-11-23' }, 'untilError'],
])('validates the draft %j', (draft, error) => {
  expect(validateLimitDraft(draft, TODAY)).toBe(error);
});

it('getEndOfDay and lastDay return the end of the day in Tehran, within the server’s maximum', () => {
  expect(getEndOfDay('2026-12-31')).toBe('2026-12-31T20:30:00.000Z');
  const start = Date.parse(`${TODAY}T00:00:00+03:30`);
  expect(Date.parse(getEndOfDay(getLastDay(TODAY))) - start).toBe(366 * 86_400_000);
});
