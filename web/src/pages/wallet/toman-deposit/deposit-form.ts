import { parseDecimal, scaleOf } from '@sarraf/domain';

export interface DepositDraft {
  /** Plain decimal text, '' for nothing. */
  amount: string;
  /** The id of a verified card. */
  cardId: string | null;
  gateway: string | null;
}

export interface DepositLimits {
  min: string;
  max: string;
  /** The remaining limit of the gateways within the current 24 hours. */
  left: string;
  /** The part of it reserved by open payments. */
  held: string;
}

/** Why the deposit can't start, in the order of display (requirements §5.8). */
export type DepositFault =
  | { code: 'EMPTY' | 'NO_CARD' | 'NO_GATEWAY' }
  | { code: 'BELOW' | 'ABOVE' | 'LEFT' | 'HELD'; limit: string };

const QUICK = ['1000000', '5000000', '10000000', '25000000'];

export function depositFault(
  { amount, cardId, gateway }: DepositDraft,
  { min, max, left, held }: DepositLimits,
): DepositFault | null {
  const units = tomanOf(amount);
  if (units === 0n) return { code: 'EMPTY' };
  if (units < tomanOf(min)) return { code: 'BELOW', limit: min };
  if (units > tomanOf(max)) return { code: 'ABOVE', limit: max };
  if (units > tomanOf(left) + tomanOf(held)) return { code: 'LEFT', limit: left };
  if (units > tomanOf(left)) return { code: 'HELD', limit: held };
  if (cardId === null) return { code: 'NO_CARD' };
  return gateway === null ? { code: 'NO_GATEWAY' } : null;
}

export const DEPOSIT_WAYS = ['gateway', 'identified'] as const;
export type DepositWay = (typeof DEPOSIT_WAYS)[number];

/** Returns the preselected method: a gateway, unless only a bank transfer accepts the requested amount. */
export function firstWay(
  amount: string,
  { max, left, held }: DepositLimits,
  identified: { maxPerDay: string } | null,
): DepositWay {
  const units = tomanOf(amount);
  if (!identified || units > tomanOf(identified.maxPerDay)) return 'gateway';
  return units > tomanOf(max) || units > tomanOf(left) + tomanOf(held) ? 'identified' : 'gateway';
}

/** Returns the preset amounts within the limits. */
export const quickAmounts = (limits: DepositLimits): string[] =>
  QUICK.filter((amount) => depositFault({ amount, cardId: '', gateway: '' }, limits) === null);

/** Returns the larger of two amounts of Toman. */
export const atLeast = (amount: string, least: string): string =>
  tomanOf(amount) < tomanOf(least) ? least : amount;

/** Returns where a refusal of the server is shown. */
export function depositRefusalField(code: string): 'amount' | 'card' | 'form' {
  if (
    ['UNACCEPTABLE_AMOUNT', 'AMOUNT_NOT_ALLOWED', 'LOW_AMOUNT', 'AMOUNT_IS_HIGH', 'DAILY_LIMIT'].includes(
      code,
    )
  ) {
    return 'amount';
  }
  return code === 'CARD_NOT_VERIFIED' ? 'card' : 'form';
}

const tomanOf = (text: string): bigint => parseDecimal(text, scaleOf('TOMAN')) ?? 0n;
