import { AppError, formatAmount, type QuickTrade } from '@sarraf/domain';
import { type Account, type BalanceOf, userAccount } from '../../ledger/index.ts';
import type { RuleBook, Rules } from '../../rules/index.ts';

/** A person's Tether sums that a trade is validated against; null: not limited by the rules. */
export interface StablecoinFacts {
  /** Bought for Toman within the running year, smallest units; null: not limited. */
  bought: bigint | null;
  /** Amount that open orders may still bring, smallest units. */
  coming: bigint;
  spendable: Account;
  blocked: Account;
}

/** Buying Tether for Toman counts as a purchase; a coin sold for Tether counts only towards the amount held. */
type TradeKind = Pick<QuickTrade, 'coin' | 'quote' | 'side'>;
const buysTether = ({ coin, side }: TradeKind): boolean => coin === 'TETHER' && side === 'buy';
const receivesTether = (trade: TradeKind): boolean =>
  buysTether(trade) || (trade.quote === 'TETHER' && trade.side === 'sell');

export interface StablecoinDeps {
  rules: Pick<RuleBook, 'current'>;
  /**
   * Returns the Tether that a person bought for Toman within the running year or may yet buy by open orders,
   * smallest units.
   */
  stablecoinsBought(userId: string): Promise<bigint>;
  /** Returns the Tether that a person's open orders may still bring, smallest units. */
  tetherComing(userId: string): Promise<bigint>;
}

/** Reads the sums; nothing is read while no limit is set, or when the trade brings no Tether. */
export async function readStablecoinFacts(
  deps: StablecoinDeps,
  trade: TradeKind,
  userId: string,
): Promise<StablecoinFacts | null> {
  const rules = deps.rules.current();
  if (!receivesTether(trade)) return null;
  const perYear = rules.stablecoinPerYear !== null && buysTether(trade);
  if (!perYear && rules.stablecoinHolding === null) return null;
  const [bought, coming] = await Promise.all([
    perYear ? deps.stablecoinsBought(userId) : null,
    rules.stablecoinHolding === null ? 0n : deps.tetherComing(userId),
  ]);
  return {
    bought,
    coming,
    spendable: userAccount(userId, 'TETHER'),
    blocked: userAccount(userId, 'TETHER', 'blocked'),
  };
}

/** Enforces the limits. STABLECOIN_LIMIT: `data.left` is how much Tether a trade may still bring. */
export function enforceStablecoinLimit(
  rules: Rules,
  facts: StablecoinFacts,
  received: bigint,
  balanceOf: BalanceOf,
): void {
  const holding = balanceOf(facts.spendable) + balanceOf(facts.blocked) + facts.coming;
  const remainders = [
    facts.bought !== null && rules.stablecoinPerYear !== null && rules.stablecoinPerYear - facts.bought,
    rules.stablecoinHolding !== null && rules.stablecoinHolding - holding,
  ].filter((remainder) => remainder !== false);
  if (remainders.length === 0) return;
  const remaining = remainders.reduce((smallest, rest) => (rest < smallest ? rest : smallest));
  if (received > remaining)
    throw new AppError('STABLECOIN_LIMIT', {
      data: { left: formatAmount(remaining > 0n ? remaining : 0n, 'TETHER') },
    });
}

const pendingByUser = new Map<string, Promise<unknown>>();

/**
 * Runs work sequentially for each person: the sum is read before the command, so two concurrent requests would both
 * see it without the other. The ledger has one writer, and this is its process.
 */
export function runSequentiallyPerUser<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const previous = pendingByUser.get(userId) ?? Promise.resolve();
  const current = previous.then(work, work);
  const ended = current.catch(() => undefined);
  pendingByUser.set(userId, ended);
  void ended.then(() => {
    if (pendingByUser.get(userId) === ended) pendingByUser.delete(userId);
  });
  return current;
}
