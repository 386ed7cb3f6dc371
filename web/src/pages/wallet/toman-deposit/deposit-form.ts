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
export type DepositDraftError =
  | { code: 'EMPTY' | 'NO_CARD' | 'NO_GATEWAY' }
  | { code: 'BELOW' | 'ABOVE' | 'LEFT' | 'HELD'; limit: string };

const PRESET_AMOUNTS = ['1000000', '5000000', '10000000', '25000000'];

export function validateDepositDraft(
  { amount, cardId, gateway }: DepositDraft,
  { min, max, left, held }: DepositLimits,
): DepositDraftError | null {
  const units = parseToman(amount);
  if (units === 0n) return { code: 'EMPTY' };
  if (units < parseToman(min)) return { code: 'BELOW', limit: min };
  if (units > parseToman(max)) return { code: 'ABOVE', limit: max };
  if (units > parseToman(left) + parseToman(held)) return { code: 'LEFT', limit: left };
  if (units > parseToman(left)) return { code: 'HELD', limit: held };
  if (cardId === null) return { code: 'NO_CARD' };
  return gateway === null ? { code: 'NO_GATEWAY' } : null;
}

export const DEPOSIT_METHODS = ['gateway', 'identified'] as const;
export type DepositMethod = (typeof DEPOSIT_METHODS)[number];

/** Returns the preselected method: a gateway, unless only a bank transfer accepts the requested amount. */
export function chooseFirstMethod(
  amount: string,
  { max, left, held }: DepositLimits,
  identified: { maxPerDay: string } | null,
): DepositMethod {
  const units = parseToman(amount);
  if (!identified || units > parseToman(identified.maxPerDay)) return 'gateway';
  return units > parseToman(max) || units > parseToman(left) + parseToman(held) ? 'identified' : 'gateway';
}

/** Returns the preset amounts within the limits. */
export const listPresetAmounts = (limits: DepositLimits): string[] =>
  PRESET_AMOUNTS.filter(
    (amount) => validateDepositDraft({ amount, cardId: '', gateway: '' }, limits) === null,
  );

/** Returns the larger of two amounts of Toman. */
export const maxOfToman = (amount: string, minimum: string): string =>
  parseToman(amount) < parseToman(minimum) ? minimum : amount;

/** Returns where a refusal of the server is shown. */
export function getDepositErrorField(code: string): 'amount' | 'card' | 'form' {
  if (
    ['UNACCEPTABLE_AMOUNT', 'AMOUNT_NOT_ALLOWED', 'LOW_AMOUNT', 'AMOUNT_IS_HIGH', 'DAILY_LIMIT'].includes(
      code,
    )
  ) {
    return 'amount';
  }
  return code === 'CARD_NOT_VERIFIED' ? 'card' : 'form';
}

const parseToman = (text: string): bigint => parseDecimal(text, scaleOf('TOMAN')) ?? 0n;
