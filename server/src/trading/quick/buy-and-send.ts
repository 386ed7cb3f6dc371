import { AppError } from '@sarraf/domain';
import type { exchangeBuy, ReplyOf } from '@sarraf/domain/contracts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { Withdrawal } from '../../withdrawal/index.ts';
import { isRequestSettled } from '../store.ts';
import { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';
import { parseQuickTrade, type QuickTradeRequest } from './quick-trade.ts';

export type PurchaseWithdrawal = Withdrawal['bought'];

interface Request extends QuickTradeRequest {
  destinationWallet: string;
  tokenType?: string | undefined;
  tag?: string | undefined;
  code?: string | undefined;
  smsCode?: string | undefined;
}

/**
 * Buys coins and withdraws them. Before the purchase the withdrawal is validated like any other, its codes
 * included, and gets a reservation in the limits; a refused trade releases it. Coins that were bought and can't be
 * withdrawn after all stay in the wallet, and `message` says why. A repeat with the key buys nothing more, needs no
 * code and finishes what was interrupted (docs/decisions/0016-bought-and-sent.md).
 *
 * Refusals: those of `placeQuickTrade` and of a withdrawal; BAD_REQUEST: no code.
 */
export async function buyAndSend(
  deps: QuickTradeDeps & { db: Db; sending: PurchaseWithdrawal },
  caller: Caller,
  request: Request,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  const { sending } = deps;
  const key = idempotency && { ...idempotency, owner: caller.userId, key: `bought ${idempotency.key}` };
  const isRepeat = idempotency !== null && (await isRequestSettled(deps.db, caller.userId, idempotency.key));
  const reservation =
    key && isRepeat
      ? await sending.find(key)
      : await sending.reserve(caller, toWithdrawalRequest(request), key);
  const trade = placeQuickTrade(deps, caller, 'buy', request, idempotency);
  const text = await trade.catch(async (error: unknown) => {
    // If the outcome is unknown, a repeat with the key continues.
    if (isFinalRefusal(error) && reservation !== null && reservation !== 'SENT')
      await sending.release(reservation);
    throw error;
  });
  if (reservation === 'SENT') return text;
  const reply = JSON.parse(text) as ReplyOf<typeof exchangeBuy>;
  if (reservation === null) return JSON.stringify({ ...reply, message: 'SERVICE_UNAVAILABLE' });
  try {
    await sending.send(reservation);
    return text;
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return JSON.stringify({ ...reply, message: error.code });
  }
}

const isFinalRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE';

function toWithdrawalRequest(request: Request) {
  const { tokenType, tag, code, smsCode, destinationWallet: address } = request;
  const { coin: asset, amount } = parseQuickTrade('buy', request);
  return { asset, amount, address, tokenType, tag, code, smsCode };
}
