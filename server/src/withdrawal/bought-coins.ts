import { AppError, formatAmount } from '@sarraf/domain';
import type { Caller } from '../platform/http/http.ts';
import type { WithdrawalContext } from './deps.ts';
import { validateIntent } from './read-intent.ts';
import { requireCodes, reserveWithdrawal } from './request-withdrawal.ts';
import {
  findOpenReservation,
  findRequestKey,
  type RequestKey,
  type Reservation,
} from './reservations/reservation-store.ts';
import { abortReservation } from './reservations/settle-reservation.ts';
import type { BuyAndSendRequest } from './types.ts';

/**
 * Reserves the withdrawal of coins that are about to be bought, with all checks of a withdrawal, codes included:
 * nothing is bought in vain, and nothing is sent that its owner hasn't confirmed. A repeat with the same key gets
 * the same reservation, or SENT.
 *
 * Refuses as a withdrawal does; BAD_REQUEST: no code; IDEMPOTENCY_KEY_REUSED.
 */
export async function reserveBuyAndSend(
  context: WithdrawalContext,
  caller: Caller,
  coins: BuyAndSendRequest,
  key: RequestKey | null,
): Promise<Reservation | 'SENT'> {
  const earlier = key && (await findBoughtReservation(context, key));
  if (earlier) return earlier;
  const { asset, amount, tokenType, address, tag } = coins;
  const codes = requireCodes(caller, coins);
  const body = {
    amount: formatAmount(amount, asset),
    relatedCoin: asset,
    destinationWalletAddress: address,
    ...(tokenType !== undefined && { tokenType }),
    ...(tag !== undefined && { tag }),
  };
  const intent = await validateIntent(context, caller.userId, body, { bought: true });
  const reservation = await reserveWithdrawal(context, caller, intent, codes, key);
  return reservation === 'KEY_TAKEN' ? reserveBuyAndSend(context, caller, coins, key) : reservation;
}

/**
 * Returns the reservation made with this key; SENT: the ledger has created its withdrawal; null: there is none, or
 * it failed.
 *
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function findBoughtReservation(
  context: WithdrawalContext,
  key: RequestKey,
): Promise<Reservation | 'SENT' | null> {
  const found = await findRequestKey(context.db, key);
  if (found === null) return null;
  if (found.digest !== key.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (found.reply !== '') return 'SENT';
  // The ledger may have replied between the two reads.
  return (await findOpenReservation(context.db, key)) ?? findBoughtReservation(context, key);
}

/** Releases the reservation and its key because nothing was bought. */
export async function releaseBoughtReservation(
  context: WithdrawalContext,
  reservation: Reservation,
): Promise<void> {
  await abortReservation(context, reservation, 'SERVICE_UNAVAILABLE');
}
