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
type Trade = Pick<QuickTrade, 'coin' | 'quote' | 'side'>;
const buysTether = ({ coin, side }: Trade): boolean => coin === 'TETHER' && side === 'buy';
const getsTether = (trade: Trade): boolean =>
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
  trade: Trade,
  userId: string,
): Promise<StablecoinFacts | null> {
  const rules = deps.rules.current();
  if (!getsTether(trade)) return null;
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
  const held = balanceOf(facts.spendable) + balanceOf(facts.blocked) + facts.coming;
  const rests = [
    facts.bought !== null && rules.stablecoinPerYear !== null && rules.stablecoinPerYear - facts.bought,
    rules.stablecoinHolding !== null && rules.stablecoinHolding - held,
  ].filter((rest) => rest !== false);
  if (rests.length === 0) return;
  const left = rests.reduce((least, rest) => (rest < least ? rest : least));
  if (received > left)
    throw new AppError('STABLECOIN_LIMIT', { data: { left: formatAmount(left > 0n ? left : 0n, 'TETHER') } });
}

const turns = new Map<string, Promise<unknown>>();

/**
 * Runs work sequentially for each person: the sum is read before the command, so two concurrent requests would both
 * see it without the other. The ledger has one writer, and this is its process.
 */
export function runSequentiallyPerUser<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(userId) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  turns.set(userId, settled);
  void settled.then(() => {
    if (turns.get(userId) === settled) turns.delete(userId);
  });
  return mine;
}
