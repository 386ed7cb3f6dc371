import { type Asset, formatAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import type { Reserve } from '@sarraf/domain/contracts';

/** The effect of a move to the cold wallet, without the network fee. */
interface ColdMove {
  fault: 'noCold' | 'amountNeeded' | 'moreThanHot' | null;
  /** The amount that remains in the hot wallet; null: the balance is unknown, or the amount can't be moved. */
  left: string | null;
}

export function coldMove({ relatedCoin, hot, coldAddress }: Reserve, amount: string): ColdMove {
  const asset = relatedCoin as Asset;
  const moved = parseDecimal(amount, scaleOf(asset));
  const held = hot === null ? null : parseDecimal(hot, scaleOf(asset));
  if (coldAddress === null) return { fault: 'noCold', left: null };
  if (moved === null || moved <= 0n) return { fault: 'amountNeeded', left: null };
  if (held === null) return { fault: null, left: null };
  return held < moved
    ? { fault: 'moreThanHot', left: null }
    : { fault: null, left: formatAmount(held - moved, asset) };
}
