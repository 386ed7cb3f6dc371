import { COINS } from '@sarraf/domain';
import { expect, it } from 'vitest';
import { computePauseTimes, listChoices, parseChoice, toChoiceKey, toPauseForm } from './pause-form.ts';

const NOW = Date.parse('2026-11-23T10:00:00.000Z');
const PLANNED = { beginsAt: '2026-11-23T12:00:00.000Z', endsAt: '2026-11-23T13:00:00.000Z' };
const PAUSE = {
  scope: 'MARKET',
  name: 'BITCOIN_TOMAN',
  text: { fa: 'متن', en: 'text' },
  version: 2,
  changedBy: '',
} as const;

it('computePauseTimes calculates the end from the start', () => {
  expect(computePauseTimes({ begin: 'NOW', end: 'M30' }, NOW, null)).toEqual({
    beginsAt: null,
    endsAt: '2026-11-23T10:30:00.000Z',
  });
  expect(computePauseTimes({ begin: 'H1', end: 'H2' }, NOW, null)).toEqual({
    beginsAt: '2026-11-23T11:00:00.000Z',
    endsAt: '2026-11-23T13:00:00.000Z',
  });
  expect(computePauseTimes({ begin: 'D1', end: 'UNKNOWN' }, NOW, null)).toEqual({
    beginsAt: '2026-11-24T10:00:00.000Z',
    endsAt: null,
  });
  expect(computePauseTimes({ begin: 'KEEP', end: 'H6' }, NOW, PLANNED).endsAt).toBe(
    '2026-11-23T18:00:00.000Z',
  );
  expect(computePauseTimes({ begin: 'KEEP', end: 'KEEP' }, NOW, PLANNED)).toEqual(PLANNED);
});

it('a change starts with the values of the pause', () => {
  expect(toPauseForm({ ...PAUSE, ...PLANNED }, NOW)).toMatchObject({
    what: 'MARKET BITCOIN_TOMAN',
    en: 'text',
    begin: 'KEEP',
    end: 'KEEP',
  });
  const openPause = { ...PAUSE, beginsAt: '2026-11-23T09:00:00.000Z', endsAt: null };
  expect(toPauseForm(openPause, NOW)).toMatchObject({ begin: 'NOW', end: 'UNKNOWN' });
});

it('listChoices offers each thing once, and parseChoice returns the chosen one', () => {
  const all = listChoices([]);
  expect(listChoices([PAUSE])).toHaveLength(all.length - 1);
  expect(all.filter(({ scope }) => scope === 'COIN')).toHaveLength(COINS.length);
  for (const one of all) expect(parseChoice(toChoiceKey(one))).toEqual(one);
  for (const none of ['', 'COIN', 'COIN TOMAN', 'MARKET TETHER_TETHER', 'ELSE BITCOIN'])
    expect(parseChoice(none)).toBeNull();
});
