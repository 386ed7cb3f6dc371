import {
  type Coin,
  findNextTurn,
  isCoin,
  MAX_RECURRING,
  parseDecimal,
  priceDecimals,
  type RecurringRhythm,
  type RecurringSchedule,
  scaleOf,
} from '@sarraf/domain';
import type { RecurringPlan } from '@sarraf/domain/contracts';

export interface PlanDraft extends RecurringSchedule {
  coin: Coin;
  /** Plain decimal text, '' for nothing. */
  amount: string;
  maxPrice: string;
}

export type PlanDraftError = 'NEED_AMOUNT' | 'NO_PRICE' | 'FULL';

/** Ten in the morning, on the first day of a week or month. */
const DEFAULT_HOUR = 10;
const DEFAULT_DAY: Record<RecurringRhythm, number> = { DAILY: 0, WEEKLY: 1, MONTHLY: 1 };

/** Returns the draft of an existing plan, or of a new one like the last purchase. */
export function toPlanDraft(
  plan: RecurringPlan | null,
  preset: { coin: string | null; amount: string | null },
): PlanDraft {
  if (plan !== null) {
    const { coin, amount, maxUnitPrice, rhythm, day, hour } = plan;
    return { coin, amount, maxPrice: maxUnitPrice ?? '', rhythm, day, hour };
  }
  const amount = parseDecimal(preset.amount ?? '', 0);
  return {
    coin: isCoin(preset.coin) ? preset.coin : 'BITCOIN',
    amount: amount === null || amount === 0n ? '' : String(amount),
    maxPrice: '',
    rhythm: 'MONTHLY',
    day: DEFAULT_DAY.MONTHLY,
    hour: DEFAULT_HOUR,
  };
}

/** Changes the rhythm and resets the day, which means nothing in another rhythm. */
export const changeRhythm = (draft: PlanDraft, rhythm: RecurringRhythm): PlanDraft =>
  rhythm === draft.rhythm ? draft : { ...draft, rhythm, day: DEFAULT_DAY[rhythm] };

export function validatePlanDraft(
  { amount }: PlanDraft,
  {
    hasPrice,
    plans,
    isNew,
  }: { hasPrice: boolean; plans: readonly RecurringPlan[] | undefined; isNew: boolean },
): PlanDraftError | null {
  if (isNew && (plans ?? []).filter(({ state }) => state !== 'ENDED').length >= MAX_RECURRING) return 'FULL';
  if (!hasPrice) return 'NO_PRICE';
  const toman = parseDecimal(amount, scaleOf('TOMAN'));
  return toman === null || toman === 0n ? 'NEED_AMOUNT' : null;
}

/** Days of the shortest month: Esfand, except in leap years. */
const DAYS_OF_SHORTEST_MONTH = 29;

/** Whether some months lack the day, so that their last one takes its place. */
export const isDayMissingInSomeMonths = ({ rhythm, day }: PlanDraft): boolean =>
  rhythm === 'MONTHLY' && day > DAYS_OF_SHORTEST_MONTH;

/** Returns the time of the first purchase. */
export const getFirstTurn = (draft: PlanDraft, now: number): string =>
  new Date(findNextTurn(draft, now)).toISOString();

/** Returns the request body: an empty maximum price means none. */
export const toPlanBody = ({ coin, amount, maxPrice, rhythm, day, hour }: PlanDraft) => ({
  coin,
  amount,
  ...(maxPrice !== '' && { maxUnitPrice: maxPrice }),
  rhythm,
  day,
  hour,
});

export const getMaxPriceDecimals = (coin: Coin): number => priceDecimals(coin, 'TOMAN');
