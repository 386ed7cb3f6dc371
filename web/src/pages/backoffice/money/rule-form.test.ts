import { expect, it } from 'vitest';
import { type RuleForm, toRuleBody, toRuleForm, validateRuleForm } from './rule-form.ts';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const form: RuleForm = {
  ...toRuleForm({
    tomanDepositPerDay: '25000000',
    identifiedDepositPerDay: '200000000',
    depositHoldHours: 24,
    stablecoinPerYear: '5000',
    stablecoinHolding: null,
    tradingHours: { from: '10:00', to: '20:00' },
  }),
  validFrom: '2026-11-22 08:00',
};

it('toRuleBody converts a valid rule form into the request body', () => {
  expect(validateRuleForm(form, NOW)).toBe(null);
  expect(toRuleBody(form, 'circular 12')).toEqual({
    validFrom: '2026-11-22T04:30:00.000Z',
    reason: 'circular 12',
    rules: {
      tomanDepositPerDay: '25000000',
      identifiedDepositPerDay: '200000000',
      depositHoldHours: 24,
      stablecoinPerYear: '5000',
      stablecoinHolding: null,
      tradingHours: { from: '10:00', to: '20:00' },
    },
  });
});

it('validateRuleForm accepts the current time, in the calendar of Iran too', () => {
  for (const validFrom of ['2026-11-21 13:29', '۱۴۰۵/۰۸/۳۰ ۱۳:۳۰'])
    expect(validateRuleForm({ ...form, validFrom }, NOW)).toBe(null);
});

it.each<[Partial<RuleForm>, string]>([
  [{ validFrom: 'tomorrow' }, 'WHEN'],
  [{ validFrom: '2026-11-21 13:25' }, 'PAST'],
  [{ tomanDepositPerDay: '' }, 'AMOUNT'],
  [{ stablecoinHolding: '-5' }, 'AMOUNT'],
  [{ depositHoldHours: '169' }, 'AMOUNT'],
  [{ depositHoldHours: '' }, 'AMOUNT'],
  [{ hoursFrom: '' }, 'HOURS'],
  [{ hoursFrom: '20:00', hoursTo: '10:00' }, 'HOURS'],
  [{ hoursTo: '25:00' }, 'HOURS'],
])('validateRuleForm of %j returns %s', (change, error) => {
  expect(validateRuleForm({ ...form, ...change }, NOW)).toBe(error);
});
