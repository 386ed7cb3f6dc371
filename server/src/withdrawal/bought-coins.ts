import { AppError, formatAmount } from '@sarraf/domain';
import type { Caller } from '../platform/http/http.ts';
import type { WithdrawalContext } from './deps.ts';
import { readIntent } from './read-intent.ts';
import { codesOf, reserveWithdrawal } from './request-withdrawal.ts';
import {
  findOpenReservation,
  findRequestKey,
  type RequestKey,
  type Reservation,
} from './reservations/reservation-store.ts';
import { abortReservation } from './reservations/settle-reservation.ts';
import type { BuyAndSendRequest } from './types.ts';

/**
 * The place of coins that are about to be bought, by everything that any withdrawal is asked, its codes too: nothing is
 * bought in vain, and nothing leaves that its owner hasn't confirmed. Whoever asks with the same key gets the same place, or hears that it is SENT.
 *
 * As a withdrawal; BAD_REQUEST: no code; IDEMPOTENCY_KEY_REUSED.
 */
export async function reserveBuyAndSend(
  context: WithdrawalContext,
  caller: Caller,
  coins: BuyAndSendRequest,
  key: RequestKey | null,
): Promise<Reservation | 'SENT'> {
  const earlier = key && (await findBought(context, key));
  if (earlier) return earlier;
  const { asset, amount, tokenType, address, tag } = coins;
  const codes = codesOf(caller, coins);
  const body = {
    amount: formatAmount(amount, asset),
    relatedCoin: asset,
    destinationWalletAddress: address,
    ...(tokenType !== undefined && { tokenType }),
    ...(tag !== undefined && { tag }),
  };
  const intent = await readIntent(context, caller.userId, body, { bought: true });
  const place = await reserveWithdrawal(context, caller, intent, codes, key);
  return place === 'KEY_TAKEN' ? reserveBuyAndSend(context, caller, coins, key) : place;
}

/**
 * The place that was taken with this key; SENT: the ledger has made its withdrawal; null: there is none, or it came to
 * nothing.
 *
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function findBought(
  context: WithdrawalContext,
  key: RequestKey,
): Promise<Reservation | 'SENT' | null> {
  const found = await findRequestKey(context.db, key);
  if (found === null) return null;
  if (found.digest !== key.digest) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  if (found.reply !== '') return 'SENT';
  // Between the two reads the ledger may have spoken.
  return (await findOpenReservation(context.db, key)) ?? findBought(context, key);
}

/** Nothing was bought: the place and its key are free again. */
export async function releaseBought(context: WithdrawalContext, place: Reservation): Promise<void> {
  await abortReservation(context, place, 'SERVICE_UNAVAILABLE');
}
