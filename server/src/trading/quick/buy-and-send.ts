import { AppError } from '@sarraf/domain';
import type { exchangeBuy, ReplyOf } from '@sarraf/domain/contracts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { Withdrawal } from '../../withdrawal/index.ts';
import { isSettled } from '../store.ts';
import { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';
import { type QuickTradeRequest, readQuickTrade } from './quick-trade.ts';

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
  const repeated = idempotency !== null && (await isSettled(deps.db, caller.userId, idempotency.key));
  const place =
    key && repeated ? await sending.find(key) : await sending.reserve(caller, coinsOf(request), key);
  const trade = placeQuickTrade(deps, caller, 'buy', request, idempotency);
  const text = await trade.catch(async (error: unknown) => {
    // If the outcome is unknown, a repeat with the key continues.
    if (isFinal(error) && place !== null && place !== 'SENT') await sending.release(place);
    throw error;
  });
  if (place === 'SENT') return text;
  const reply = JSON.parse(text) as ReplyOf<typeof exchangeBuy>;
  if (place === null) return JSON.stringify({ ...reply, message: 'SERVICE_UNAVAILABLE' });
  try {
    await sending.send(place);
    return text;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return JSON.stringify({ ...reply, message: error.code });
  }
}

const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE';

function coinsOf(request: Request) {
  const { tokenType, tag, code, smsCode, destinationWallet: address } = request;
  const { coin: asset, amount } = readQuickTrade('buy', request);
  return { asset, amount, address, tokenType, tag, code, smsCode };
}
