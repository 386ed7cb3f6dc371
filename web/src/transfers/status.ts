import type { DepositRow, WithdrawalRow } from '@sarraf/domain/contracts';

/** Display state of a transfer; the keys are those of the dictionary. */
export interface TransferState {
  key:
    | WithdrawalRow['state']
    | 'NOT_CARRIED_OUT'
    | 'TOMAN_APPROVED'
    | 'TOMAN_SENT'
    | 'CONFIRMED'
    | 'UNCONFIRMED'
    | 'RAISED_BY_USER'
    | 'REVERSED';
  tone: 'done' | 'pending' | 'failed';
}

export function getWithdrawalState(row: Pick<WithdrawalRow, 'state' | 'relatedCoin'>): TransferState {
  const { state } = row;
  if (state === 'DONE') return { key: state, tone: 'done' };
  // Toman is returned by the bank, a coin by its network.
  if (state === 'RETURNED' && row.relatedCoin !== 'TOMAN') return { key: 'NOT_CARRIED_OUT', tone: 'failed' };
  if (isReturned(row)) return { key: state, tone: 'failed' };
  if (row.relatedCoin !== 'TOMAN') return { key: state, tone: 'pending' };
  // Toman isn't sent over a chain: it waits for its batch, and then for the bank.
  if (state === 'APPROVED') return { key: 'TOMAN_APPROVED', tone: 'pending' };
  return { key: state === 'REVIEW' ? state : 'TOMAN_SENT', tone: 'pending' };
}

/** Whether the money is spendable again. */
export const isReturned = ({ state }: Pick<WithdrawalRow, 'state'>): boolean =>
  state === 'CANCELLED' || state === 'REFUSED' || state === 'RETURNED';

/** CONFIRMED is done; UNCONFIRMED and RAISED_BY_USER are pending (requirements §4). */
export function getCryptoDepositState(row: Pick<DepositRow, 'state' | 'transactionStatus'>): TransferState {
  if (row.state === 'FAILED') return { key: 'REVERSED', tone: 'failed' };
  if (row.state === 'PAID' || row.transactionStatus === 'CONFIRMED')
    return { key: 'CONFIRMED', tone: 'done' };
  return { key: row.transactionStatus ?? 'UNCONFIRMED', tone: 'pending' };
}

export interface ConfirmationProgress {
  done: number;
  needed: number;
}

/** Returns the confirmations while they are being counted. */
export function getConfirmationProgress(row: {
  isDone: boolean;
  confirmations?: number | null;
  neededConfirmations?: number | null;
}): ConfirmationProgress | null {
  const { confirmations, neededConfirmations } = row;
  if (row.isDone || typeof confirmations !== 'number' || !neededConfirmations) return null;
  return { done: Math.min(confirmations, neededConfirmations), needed: neededConfirmations };
}

/** Returns the reason given by staff or the bank; null if it only repeats the state. */
export const getTransferReason = (row: Pick<WithdrawalRow, 'state' | 'message'>): string | null =>
  isReturned(row) && row.message !== '' && row.message !== row.state && /[^A-Z_]/.test(row.message)
    ? row.message
    : null;
