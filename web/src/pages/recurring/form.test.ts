import type { RecurringPlan } from '@sarraf/domain/contracts';
import { expect, it } from 'vitest';
import {
  changeRhythm,
  getFirstTurn,
  isDayMissingInSomeMonths,
  toPlanBody,
  toPlanDraft,
  validatePlanDraft,
} from './form.ts';

const plan: RecurringPlan = {
  id: 'a',
  coin: 'TETHER',
  amount: '500000',
  maxUnitPrice: '110000',
  rhythm: 'WEEKLY',
  day: 3,
  hour: 9,
  state: 'ACTIVE',
  nextAtDateTime: null,
  waiting: null,
  purchases: 0,
  bought: '0',
  spent: '0',
  averagePrice: null,
  createdAtDateTime: '2026-11-26T00:00:00.000Z',
};
const none = { coin: null, amount: null };

it('toPlanDraft starts with the plan, the last purchase, or the defaults', () => {
  expect(toPlanDraft(plan, none)).toEqual({
    coin: 'TETHER',
    amount: '500000',
    maxPrice: '110000',
    rhythm: 'WEEKLY',
    day: 3,
    hour: 9,
  });
  expect(toPlanDraft(null, { coin: 'TETHER', amount: '250000' })).toMatchObject({
    coin: 'TETHER',
    amount: '250000',
  });
  expect(toPlanDraft(null, { coin: 'TOMAN', amount: '-1' })).toMatchObject({ coin: 'BITCOIN', amount: '' });
  expect(toPlanDraft(null, { coin: 'x', amount: '0' })).toMatchObject({
    amount: '',
    rhythm: 'MONTHLY',
    day: 1,
  });
});

it('changeRhythm resets the day to the first of the new rhythm', () => {
  const draft = toPlanDraft(plan, none);
  expect(changeRhythm(draft, 'WEEKLY')).toBe(draft);
  expect(changeRhythm(draft, 'DAILY').day).toBe(0);
  expect(changeRhythm(draft, 'MONTHLY').day).toBe(1);
});

it('isDayMissingInSomeMonths is true for the 30th and 31st of a Jalali month only', () => {
  const draft = toPlanDraft(plan, none);
  const missing = (rhythm: RecurringPlan['rhythm'], day: number) =>
    isDayMissingInSomeMonths({ ...draft, rhythm, day });
  expect([29, 30, 31].map((day) => missing('MONTHLY', day))).toEqual([false, true, true]);
  expect([missing('WEEKLY', 7), missing('DAILY', 0)]).toEqual([false, false]);
});

it('validatePlanDraft returns why a draft can’t be submitted', () => {
  const draft = toPlanDraft(plan, none);
  const facts = { hasPrice: true, plans: [plan], isNew: true };
  expect(validatePlanDraft(draft, facts)).toBeNull();
  expect(validatePlanDraft({ ...draft, amount: '' }, facts)).toBe('NEED_AMOUNT');
  expect(validatePlanDraft({ ...draft, amount: '0' }, facts)).toBe('NEED_AMOUNT');
  expect(validatePlanDraft(draft, { ...facts, hasPrice: false })).toBe('NO_PRICE');
  const ten = Array.from({ length: 10 }, () => plan);
  expect(validatePlanDraft(draft, { ...facts, plans: ten })).toBe('FULL');
  expect(validatePlanDraft(draft, { ...facts, plans: ten, isNew: false })).toBeNull();
  expect(
    validatePlanDraft(draft, { ...facts, plans: ten.map((one) => ({ ...one, state: 'ENDED' as const })) }),
  ).toBeNull();
});

it('toPlanBody includes a maximum price if there is one, and getFirstTurn returns the first purchase', () => {
  const draft = toPlanDraft(plan, none);
  expect(toPlanBody(draft)).toMatchObject({ maxUnitPrice: '110000' });
  expect('maxUnitPrice' in toPlanBody({ ...draft, maxPrice: '' })).toBe(false);
  // 23 November 2026 is a Monday, the third day of the week.
  expect(getFirstTurn(draft, Date.parse('2026-11-22T12:00:00Z'))).toBe('2026-11-23T05:30:00.000Z');
});
