import type { AuthenticationType } from '@sarraf/domain/contracts';
import { expect, test } from 'vitest';
import { messages as en } from '../../i18n/en/index.ts';
import { messages as fa } from '../../i18n/fa/index.ts';
import { nextLevel, toneOf } from './status.ts';

const level = (userAccountLevel: 'BRONZE' | 'SILVER' | 'PLATINUM' | 'SUPERVISOR', tradeAmount: string) => ({
  userAccountLevel,
  tradeAmount,
  wagePercent: '0.35',
  wagePercentTether: '0.26',
});
const LEVELS = [level('BRONZE', '0'), level('SILVER', '100000000'), level('SUPERVISOR', '0')];

test('every state of verification has its tone and its sentence in both languages', () => {
  const types = Object.keys(fa.profile.account.state) as AuthenticationType[];
  expect(types).toHaveLength(7);
  for (const type of types) {
    expect(['done', 'review', 'todo']).toContain(toneOf(type));
    for (const { profile } of [fa, en]) expect(profile.account.state[type].text.length).toBeGreaterThan(20);
  }
});

test('the next level is named with how near it is', () => {
  expect(nextLevel(LEVELS, 'BRONZE', '25000000.5')).toEqual({
    level: 'SILVER',
    fee: '0.35',
    from: '100000000',
    percent: 25,
  });
});

test('volume that was just reached shows as nearly there until the level itself changes', () => {
  expect(nextLevel(LEVELS, 'BRONZE', '900000000')?.percent).toBe(99);
});

test('there is no next level at the top, for a market maker, or before the levels are known', () => {
  expect(nextLevel([...LEVELS, level('PLATINUM', '2000000000')], 'PLATINUM', '0')).toBeNull();
  expect(nextLevel(LEVELS, 'SUPERVISOR', '0')).toBeNull();
  expect(nextLevel([], 'BRONZE', '0')).toBeNull();
});
