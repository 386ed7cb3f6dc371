import type { BankAccount, ProviderCheck } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { findDoubtful, findQuestion, listQuestions } from './checks.ts';

const check = (id: string, over: Partial<ProviderCheck> = {}): ProviderCheck => ({
  id,
  check: 'SHAHKAR',
  bankAccountId: null,
  provider: 'sandbox',
  outcome: 'MATCH',
  detail: '',
  checkedAtDateTime: '2026-05-10T12:00:00Z',
  ...over,
});
const bank = (id: string, over: Partial<BankAccount> = {}): BankAccount => ({
  id,
  cardNumber: '6037-70**-****-5443',
  shebaCode: 'IR55****0101',
  bankName: 'بانک کشاورزی',
  verified: false,
  ...over,
});

describe('provider checks', () => {
  it('have the latest result and the earlier ones', () => {
    const checks = [
      check('old', { outcome: 'MISMATCH', checkedAtDateTime: '2026-05-09T12:00:00Z' }),
      check('new'),
      check('other', { check: 'IDENTITY' }),
    ];
    const { latest, earlier } = findQuestion(checks, 'SHAHKAR');
    expect(latest?.id).toBe('new');
    expect(earlier.map(({ id }) => id)).toEqual(['old']);
  });

  it('separate the results about different cards', () => {
    const checks = [
      check('a', { check: 'CARD', bankAccountId: '1' }),
      check('b', { check: 'CARD', bankAccountId: '2', outcome: 'MISMATCH' }),
    ];
    const { banks } = listQuestions(checks, [bank('1'), bank('2')]);
    expect(banks[0]?.questions.map(({ check, latest }) => [check, latest?.id])).toEqual([
      ['CARD', 'a'],
      ['IBAN', undefined],
    ]);
    expect(banks[1]?.questions.map(({ latest }) => latest?.id)).toEqual(['b', undefined]);
  });

  it('are doubtful if they do not match or were never made', () => {
    const { person } = listQuestions(
      [check('a'), check('b', { check: 'IDENTITY', outcome: 'NO_RECORD' })],
      [],
    );
    expect(findDoubtful(person).map(({ check }) => check)).toEqual(['IDENTITY']);
    expect(findDoubtful(listQuestions([], []).person)).toHaveLength(2);
  });
});
