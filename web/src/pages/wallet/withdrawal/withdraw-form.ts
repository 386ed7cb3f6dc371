import { type Asset, formatDecimal, parseDecimal, parsePaymentLink, scaleOf } from '@sarraf/domain';
import { resolveTypedDestination } from '../../../address-book/destination.ts';

/** A withdrawal as far as it is filled in. */
export interface WithdrawDraft {
  asset: Asset;
  tokenType: string | null;
  /** Plain decimal text, '' for nothing; includes the fee. */
  amount: string;
  address: string;
  tag: string;
  /** The person confirmed that their destination has no tag. */
  noTag: boolean;
}

export interface WithdrawBounds {
  balance: string;
  min: string;
  max: string;
  /** Remaining amount of the daily and monthly limits; null: unknown. */
  leftAmount: string | null;
  fee: string;
  tagNeeded: boolean;
  heldUntil: string | null;
  holdReason: string | null;
}

export type WithdrawDraftError =
  | { code: 'NO_NETWORK' | 'NO_AMOUNT' | 'NOT_ENOUGH' | 'NO_ADDRESS' | 'INVALID_ADDRESS' | 'LINK' }
  | { code: 'BELOW_FEE' | 'NO_TAG' | 'INVALID_TAG' | 'NOT_SAVED' | 'STOPPED' | 'NO_SHEBA' }
  | { code: 'HELD' | 'NOT_YET'; until: string }
  | { code: 'ABOVE' | 'BELOW' | 'LEFT'; limit: string };

/**
 * Returns why the withdrawal can't proceed. The first six are in the order of requirements §5.7; further checks
 * follow them. `bounds` is null until a network is chosen and its terms are loaded.
 */
export function validateWithdrawDraft(
  draft: WithdrawDraft,
  bounds: WithdrawBounds | null,
): WithdrawDraftError | null {
  if (draft.tokenType === null || bounds === null) return { code: 'NO_NETWORK' };
  return (
    checkHold(bounds) ??
    validateWithdrawAmount(draft.asset, draft.amount, bounds) ??
    validateAddress(draft, draft.tokenType) ??
    validateTag(draft, bounds)
  );
}

/** Returns the hold that blocks all withdrawals, if any. */
export const checkHold = ({
  heldUntil,
  holdReason,
}: Pick<WithdrawBounds, 'heldUntil' | 'holdReason'>): WithdrawDraftError | null => {
  if (holdReason === null) return null;
  return heldUntil === null ? { code: 'STOPPED' } : { code: 'HELD', until: heldUntil };
};

/** Shared with the withdrawal of Toman (requirements §5.8). */
export function validateWithdrawAmount(
  asset: Asset,
  amount: string,
  bounds: Pick<WithdrawBounds, 'balance' | 'min' | 'max' | 'leftAmount' | 'fee'>,
): WithdrawDraftError | null {
  const parseUnits = (text: string) => parseDecimal(text, scaleOf(asset)) ?? 0n;
  const requested = parseUnits(amount);
  if (requested === 0n) return { code: 'NO_AMOUNT' };
  if (requested > parseUnits(bounds.balance)) return { code: 'NOT_ENOUGH' };
  if (requested > parseUnits(bounds.max)) return { code: 'ABOVE', limit: bounds.max };
  if (bounds.leftAmount !== null && requested > parseUnits(bounds.leftAmount))
    return { code: 'LEFT', limit: bounds.leftAmount };
  if (requested < parseUnits(bounds.min)) return { code: 'BELOW', limit: bounds.min };
  return requested <= parseUnits(bounds.fee) ? { code: 'BELOW_FEE' } : null;
}

function validateAddress({ asset, address }: WithdrawDraft, tokenType: string): WithdrawDraftError | null {
  if (address.trim() === '') return { code: 'NO_ADDRESS' };
  const { error } = parsePaymentLink(asset, tokenType, address);
  if (error === null) return null;
  return error === 'NOT_HERE' ? { code: 'INVALID_ADDRESS' } : { code: 'LINK' };
}

function validateTag(draft: WithdrawDraft, { tagNeeded }: WithdrawBounds): WithdrawDraftError | null {
  const destination = resolveTypedDestination(draft);
  if (destination.error !== null) return { code: 'INVALID_TAG' };
  return tagNeeded && !draft.noTag && destination.tag === null ? { code: 'NO_TAG' } : null;
}

/** The form field of an error, so that it can also be shown there. */
export const getErrorField = (
  validationError: WithdrawDraftError | null,
): 'amount' | 'address' | 'tag' | null => {
  switch (validationError?.code) {
    case 'NOT_ENOUGH':
    case 'ABOVE':
    case 'BELOW':
    case 'LEFT':
    case 'BELOW_FEE':
      return 'amount';
    case 'INVALID_ADDRESS':
    case 'LINK':
    case 'NOT_SAVED':
    case 'NOT_YET':
      return 'address';
    case 'INVALID_TAG':
      return 'tag';
    default:
      return null;
  }
};

/** Returns the received amount: without the fee; null if nothing remains. */
export function computeReceivedAmount(asset: Asset, amount: string, fee: string): string | null {
  const scale = scaleOf(asset);
  const received = (parseDecimal(amount, scale) ?? 0n) - (parseDecimal(fee, scale) ?? 0n);
  return received > 0n ? formatDecimal(received, scale) : null;
}

/** Returns the amount of "All": the balance, limited to what may be withdrawn, in the coin's decimals. */
export function maxWithdrawable(
  asset: Asset,
  { balance, max, leftAmount }: Pick<WithdrawBounds, 'balance' | 'max' | 'leftAmount'>,
  decimals: number,
): string {
  const scale = scaleOf(asset);
  const maximum = [balance, max, ...(leftAmount === null ? [] : [leftAmount])]
    .map((text) => parseDecimal(text, scale) ?? 0n)
    .reduce((smallest, units) => (units < smallest ? units : smallest));
  const step = 10n ** BigInt(Math.max(0, scale - decimals));
  return formatDecimal(maximum - (maximum % step), scale);
}

/** The request: the normalised address, with the tag that is signed with it if there is one. */
export interface WithdrawIntent {
  amount: string;
  relatedCoin: string;
  tokenType: string;
  destinationWalletAddress: string;
  tag?: string;
}

export function toWithdrawIntent(draft: WithdrawDraft): WithdrawIntent | null {
  const destination = resolveTypedDestination(draft);
  if (draft.tokenType === null || destination.error !== null) return null;
  return {
    amount: draft.amount,
    relatedCoin: draft.asset,
    tokenType: draft.tokenType,
    destinationWalletAddress: destination.address,
    ...(destination.tag !== null && { tag: destination.tag }),
  };
}

/** Returns where a refusal of the server is shown. */
export function getWithdrawalErrorField(code: string): 'amount' | 'address' | 'tag' | 'form' {
  if (AMOUNT_ERROR_CODES.has(code)) return 'amount';
  if (code === 'INVALID_TAG' || code === 'TAG_MISMATCH') return 'tag';
  return ADDRESS_ERROR_CODES.has(code) ? 'address' : 'form';
}

const AMOUNT_ERROR_CODES = new Set([
  'UNACCEPTABLE_AMOUNT',
  'AMOUNT_NOT_ALLOWED',
  'Not Enough Balance',
  'NOT_ENOUGH_BALANCE_TOMAN',
  'AMOUNT_IS_HIGH',
  'AMOUNT_IS_LOW',
  'DAILY_LIMIT',
]);
const ADDRESS_ERROR_CODES = new Set([
  'INVALID_ADDRESS',
  'OWN_ADDRESS',
  'ADDRESS_NOT_ALLOWED',
  'SHEBA_NOT_VERIFIED',
]);
