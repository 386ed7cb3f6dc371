import {
  type Coin,
  isCoin,
  MAX_RECURRING,
  nextTurn,
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

export type PlanFault = 'NEED_AMOUNT' | 'NO_PRICE' | 'FULL';

/** Ten in the morning, on the first day of a week or month. */
const USUAL_HOUR = 10;
const FIRST_DAY: Record<RecurringRhythm, number> = { DAILY: 0, WEEKLY: 1, MONTHLY: 1 };

/** As it is, or for a new one what was bought before. */
export function draftOf(
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
    day: FIRST_DAY.MONTHLY,
    hour: USUAL_HOUR,
  };
}

/** A day of one rhythm says nothing in another. */
export const withRhythm = (draft: PlanDraft, rhythm: RecurringRhythm): PlanDraft =>
  rhythm === draft.rhythm ? draft : { ...draft, rhythm, day: FIRST_DAY[rhythm] };

export function faultOf(
  { amount }: PlanDraft,
  {
    hasPrice,
    plans,
    isNew,
  }: { hasPrice: boolean; plans: readonly RecurringPlan[] | undefined; isNew: boolean },
): PlanFault | null {
  if (isNew && (plans ?? []).filter(({ state }) => state !== 'ENDED').length >= MAX_RECURRING) return 'FULL';
  if (!hasPrice) return 'NO_PRICE';
  const toman = parseDecimal(amount, scaleOf('TOMAN'));
  return toman === null || toman === 0n ? 'NEED_AMOUNT' : null;
}

/** When it would come first. */
export const firstTurn = (draft: PlanDraft, now: number): string =>
  new Date(nextTurn(draft, now)).toISOString();

/** What is asked for: a highest price that is left empty is none. */
export const planBody = ({ coin, amount, maxPrice, rhythm, day, hour }: PlanDraft) => ({
  coin,
  amount,
  ...(maxPrice !== '' && { maxUnitPrice: maxPrice }),
  rhythm,
  day,
  hour,
});

export const maxPriceDecimals = (coin: Coin): number => priceDecimals(coin, 'TOMAN');
