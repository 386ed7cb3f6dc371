import type { AuthenticationType } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { messages as en } from '../../framework/i18n/en/index.ts';
import { messages as fa } from '../../framework/i18n/fa/index.ts';
import { isIranian } from '../../lib/format/countries.ts';
import { findNextLevel } from '../../lib/market/next-level.ts';
import { canChangeContact, canEdit, getTone, listSteps, requiresOldContact } from './status.ts';

const level = (userAccountLevel: 'BRONZE' | 'SILVER' | 'PLATINUM' | 'SUPERVISOR', tradeAmount: string) => ({
  userAccountLevel,
  tradeAmount,
  wagePercent: '0.35',
  wagePercentTether: '0.26',
});
const LEVELS = [level('BRONZE', '0'), level('SILVER', '100000000'), level('SUPERVISOR', '0')];

test('every verification state has its tone and its text in both languages', () => {
  const types = Object.keys(fa.account.state) as AuthenticationType[];
  expect(types).toHaveLength(7);
  for (const type of types) {
    expect(['done', 'review', 'todo']).toContain(getTone(type));
    for (const { account } of [fa, en]) expect(account.state[type].text.length).toBeGreaterThan(20);
  }
});

test('findNextLevel returns the next level and the progress to it', () => {
  expect(findNextLevel(LEVELS, 'BRONZE', '25000000.5', 'TOMAN')).toEqual({
    level: 'SILVER',
    fee: '0.35',
    from: '100000000',
    missing: '74999999.5',
    percent: 25,
  });
  expect(findNextLevel(LEVELS, 'BRONZE', '0', 'TETHER')?.fee).toBe('0.26');
});

test('findNextLevel shows progress below 100 % until the level itself changes', () => {
  expect(findNextLevel(LEVELS, 'BRONZE', '900000000', 'TOMAN')?.percent).toBe(99);
});

test('findNextLevel returns none at the top, for a market maker, or before the levels are loaded', () => {
  expect(findNextLevel([...LEVELS, level('PLATINUM', '2000000000')], 'PLATINUM', '0', 'TOMAN')).toBeNull();
  expect(findNextLevel(LEVELS, 'SUPERVISOR', '0', 'TOMAN')).toBeNull();
  expect(findNextLevel([], 'BRONZE', '0', 'TOMAN')).toBeNull();
});

const way = (type: AuthenticationType, inIran = true) =>
  listSteps(type, inIran).map(({ key, at }) => `${key} ${at}`);

test('listSteps a first verification returns form, bank code and review; outside Iran without the code', () => {
  expect(way('NOT_COMPLETE')).toEqual(['form now', 'code later', 'review later']);
  expect(way('UNIDENTIFIED')).toEqual(['form done', 'code now', 'review later']);
  expect(way('PENDING')).toEqual(['form done', 'code done', 'review now']);
  expect(way('UNAUTHORIZED', false)).toEqual(['form now', 'review later']);
  expect(way('PENDING', false)).toEqual(['form done', 'review now']);
});

test('listSteps returns no steps for a person who was verified once', () => {
  for (const type of ['AUTHORIZED', 'INFORMATION_CHANGED', 'INFORMATION_CHANGED_PENDING'] as const) {
    expect(way(type), type).toEqual([]);
  }
});

test('canEdit, canReplace and requiresOldContact depend on the state', () => {
  const states = (may: (type: AuthenticationType) => boolean) =>
    (Object.keys(fa.account.state) as AuthenticationType[]).filter(may).sort();
  expect(states(canEdit)).toEqual(['NOT_COMPLETE', 'UNAUTHORIZED', 'UNIDENTIFIED']);
  expect(states(canChangeContact)).toEqual(['AUTHORIZED', 'INFORMATION_CHANGED']);
  expect(states(requiresOldContact)).toEqual([
    'AUTHORIZED',
    'INFORMATION_CHANGED',
    'INFORMATION_CHANGED_PENDING',
    'PENDING',
  ]);
});

test('isIranian is true by the prefix, and until a country is chosen', () => {
  expect(isIranian(null)).toBe(true);
  expect(isIranian({ countryName: 'Iran', countryPhoneCode: '+98' })).toBe(true);
  expect(isIranian({ countryName: 'Germany', countryPhoneCode: '+49' })).toBe(false);
});
