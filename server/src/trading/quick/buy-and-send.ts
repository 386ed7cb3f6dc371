import { Refusal } from '@sarraf/domain';
import type { exchangeBuy, ReplyOf } from '@sarraf/domain/contracts';
import type { Db } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { Withdrawal } from '../../withdrawal/index.ts';
import { isSettled } from '../store.ts';
import { placeQuickTrade, type QuickTradeDeps } from './place-quick-trade.ts';
import { type QuickTradeRequest, readQuickTrade } from './quick-trade.ts';

export type Sending = Pick<Withdrawal, 'checkBought' | 'sendBought'>;

interface Request extends QuickTradeRequest {
  destinationWallet: string;
  tokenType?: string | undefined;
}

/**
 * Buys coins and withdraws them to an address of the person's own book. Whether they could leave is judged before
 * anything is bought; what was bought and can't leave after all stays in the wallet, and `message` says why. A repeat
 * with the key buys nothing more and finishes what was cut off (docs/decisions/0016-bought-and-sent.md).
 *
 * Refusals: those of `placeQuickTrade` and of `checkBought`.
 */
export async function buyAndSend(
  deps: QuickTradeDeps & { db: Db; sending: Sending },
  caller: Caller,
  request: Request,
  idempotency: { key: string; digest: string } | null,
): Promise<string> {
  const { coin: asset, amount } = readQuickTrade('buy', request);
  const coins = { asset, tokenType: request.tokenType, amount, address: request.destinationWallet };
  // What was bought before must not be refused now.
  const repeated = idempotency !== null && (await isSettled(deps.db, caller.userId, idempotency.key));
  if (!repeated) await deps.sending.checkBought(caller, coins);
  const text = await placeQuickTrade(deps, caller, 'buy', request, idempotency);
  const reply = JSON.parse(text) as ReplyOf<typeof exchangeBuy>;
  try {
    await deps.sending.sendBought(caller, reply.baseDTO.id, coins);
    return text;
  } catch (error) {
    // Nobody knows yet: a repeat with the key goes on.
    if (!(error instanceof Refusal) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    return JSON.stringify({ ...reply, message: error.code });
  }
}
