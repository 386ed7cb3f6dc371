import { type Asset, DAY_MS, formatAmount, formatReceiptNumber, shortenAddress } from '@sarraf/domain';
import type { WithdrawalRow, WithdrawalState } from '@sarraf/domain/contracts';
import type { WithdrawalOrder, WithdrawalProgress } from '../custody/index.ts';
import type { User } from '../identity/index.ts';

/** A month, as the limits count it. */
export const MONTH_MS = 30 * DAY_MS;

/** CANCELLING and REFUSING: claimed, and the ledger is about to return the money. */
export type StoredWithdrawalState =
  | 'REVIEW'
  | 'APPROVED'
  | 'BATCHED'
  | 'CANCELLING'
  | 'CANCELLED'
  | 'REFUSING'
  | 'REFUSED'
  | 'PAID'
  | 'RETURNED'
  | 'SENT'
  | 'DONE';

export type ReviewReason = 'LARGE' | 'COIN_LIMIT' | 'FLAGGED_PERSON' | 'ALLOWANCE';

/** Restrictions that block all withdrawals of an owner; the back office has texts for them. */
export type OwnerRestriction = 'PERSON_BLOCKED' | 'PERSON_FROZEN' | 'PERSON_HELD';

/** A held user can't make requests, so a hold is newer than the waiting withdrawals. */
export function findOwnerRestriction(
  owner: Pick<User, 'blockedAt' | 'frozenAt' | 'withdrawalsHeldUntil'> | null | undefined,
  now: Date,
): OwnerRestriction | null {
  if (owner && owner.blockedAt === null) {
    if (owner.frozenAt !== null) return 'PERSON_FROZEN';
    return owner.withdrawalsHeldUntil !== null && owner.withdrawalsHeldUntil > now ? 'PERSON_HELD' : null;
  }
  return 'PERSON_BLOCKED';
}

/** The notice that the user has not received yet. */
export type PendingNotice =
  | 'WITHDRAWAL_REQUESTED'
  | 'WITHDRAWAL_SENT'
  | 'WITHDRAWAL_REFUSED'
  | 'WITHDRAWAL_PAID'
  | 'WITHDRAWAL_RETURNED'
  | 'WITHDRAWAL_FAILED';

/** A row of `withdrawals`; amounts are smallest units. */
export interface StoredWithdrawal {
  id: string;
  userId: string;
  asset: Asset;
  tokenType: string;
  /** Masked Sheba of a Toman withdrawal. */
  address: string;
  addressEncrypted: Buffer | null;
  /** Empty if there is no tag. */
  tag: string;
  amount: bigint;
  fee: bigint;
  tomanValue: bigint | null;
  state: StoredWithdrawalState;
  reviewReasons: ReviewReason[];
  neededApprovals: number;
  reason: string | null;
  promisedAt: Date | null;
  untold: PendingNotice | null;
  createdAt: Date;
  doneAt: Date | null;
}

export const isToman = ({ asset }: { asset: Asset }): boolean => asset === 'TOMAN';

/** The destination in the short form that users recognize. */
export const shortDestination = (row: Pick<StoredWithdrawal, 'asset' | 'address'>): string =>
  shortenAddress(isToman(row) ? row.address.replace(/\*+/, '...') : row.address);

/** The order for custody; the fee stays with the house. */
export const toWithdrawalOrder = (
  row: Pick<StoredWithdrawal, 'id' | 'userId' | 'asset' | 'tokenType' | 'address' | 'tag' | 'amount' | 'fee'>,
): WithdrawalOrder => ({
  withdrawalId: row.id,
  userId: row.userId,
  asset: row.asset,
  tokenType: row.tokenType,
  address: row.address,
  tag: row.tag === '' ? null : row.tag,
  amount: row.amount - row.fee,
  fee: row.fee,
});

/** Returns the state that is shown; custody provides it for withdrawals that are being sent. */
export function publicWithdrawalState(
  state: StoredWithdrawalState,
  progress: WithdrawalProgress | undefined,
): WithdrawalState {
  switch (state) {
    case 'CANCELLING':
      return 'CANCELLED';
    case 'REFUSING':
      return 'REFUSED';
    case 'BATCHED':
    case 'SENT':
      return 'SENT';
    case 'PAID':
      return 'DONE';
    case 'APPROVED':
      if (progress === undefined || progress.state === 'QUEUED') return 'APPROVED';
      // The money is about to be returned.
      return progress.state === 'FAILED' ? 'SENDING' : progress.state;
    default:
      return state;
  }
}

/** Returns the states of the table that can be shown as this one. */
export const statesOfPublicState = (publicState: WithdrawalState): StoredWithdrawalState[] =>
  ({
    REVIEW: ['REVIEW'],
    APPROVED: ['APPROVED'],
    SENDING: ['APPROVED'],
    SENT: ['APPROVED', 'BATCHED', 'SENT'],
    DONE: ['PAID', 'DONE'],
    CANCELLED: ['CANCELLING', 'CANCELLED'],
    REFUSED: ['REFUSING', 'REFUSED'],
    RETURNED: ['RETURNED'],
  })[publicState] as StoredWithdrawalState[];

/** The API's row. `label`: its label in the user's address book. */
export function withdrawalDto(
  row: Omit<StoredWithdrawal, 'addressEncrypted' | 'untold'>,
  progress: WithdrawalProgress | undefined,
  label: string | null,
): WithdrawalRow {
  const { asset } = row;
  const state = publicWithdrawalState(row.state, progress);
  const isDone = state === 'DONE';
  return {
    id: row.id,
    number: formatReceiptNumber(row.id),
    relatedCoin: asset,
    tokenType: row.tokenType,
    amount: formatAmount(row.amount, asset),
    fee: formatAmount(row.fee, asset),
    receives: formatAmount(row.amount - row.fee, asset),
    destinationWalletAddress: row.address,
    tag: row.tag === '' ? null : row.tag,
    label,
    bankAccount: isToman(row) ? row.address : null,
    state,
    transactionStatus: isDone ? 'CONFIRMED' : 'UNCONFIRMED',
    isDone,
    cancellable: state === 'REVIEW' || state === 'APPROVED',
    message: row.reason ?? state,
    txid: progress?.txid ?? null,
    link: progress?.link ?? null,
    confirmations: progress?.confirmations ?? null,
    neededConfirmations: progress?.neededConfirmations ?? null,
    promisedAtDateTime: row.promisedAt?.toISOString() ?? null,
    createdAtDateTime: row.createdAt.toISOString(),
    doneAtDateTime: row.doneAt?.toISOString() ?? null,
  };
}
