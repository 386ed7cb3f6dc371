import type { BankAccount, ProviderCheck } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { doubtful, findQuestion, questionsOf } from './checks.ts';

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

describe('what the providers said', () => {
  it('takes the newest answer and keeps the earlier ones beside it', () => {
    const checks = [
      check('old', { outcome: 'MISMATCH', checkedAtDateTime: '2026-05-09T12:00:00Z' }),
      check('new'),
      check('other', { check: 'IDENTITY' }),
    ];
    const { latest, earlier } = findQuestion(checks, 'SHAHKAR');
    expect(latest?.id).toBe('new');
    expect(earlier.map(({ id }) => id)).toEqual(['old']);
  });

  it('keeps the answers about one card apart from those about another', () => {
    const checks = [
      check('a', { check: 'CARD', bankAccountId: '1' }),
      check('b', { check: 'CARD', bankAccountId: '2', outcome: 'MISMATCH' }),
    ];
    const { banks } = questionsOf(checks, [bank('1'), bank('2', { shebaCode: '' })]);
    expect(banks[0]?.questions.map(({ check, latest }) => [check, latest?.id])).toEqual([
      ['CARD', 'a'],
      ['IBAN', undefined],
    ]);
    expect(banks[1]?.questions.map(({ latest }) => latest?.id)).toEqual(['b']);
  });

  it('finds doubtful what does not match and what was never asked', () => {
    const { person } = questionsOf([check('a'), check('b', { check: 'IDENTITY', outcome: 'NO_RECORD' })], []);
    expect(doubtful(person).map(({ check }) => check)).toEqual(['IDENTITY']);
    expect(doubtful(questionsOf([], []).person)).toHaveLength(2);
  });
});
