import { type Asset, formatAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import type { Reserve } from '@sarraf/domain/contracts';

/** The effect of a move to the cold wallet, without the network fee. */
interface ColdMoveEffect {
  error: 'noCold' | 'amountNeeded' | 'moreThanHot' | null;
  /** The amount that remains in the hot wallet; null: the balance is unknown, or the amount can't be moved. */
  left: string | null;
}

export function computeColdMove({ relatedCoin, hot, coldAddress }: Reserve, amount: string): ColdMoveEffect {
  const asset = relatedCoin as Asset;
  const movedUnits = parseDecimal(amount, scaleOf(asset));
  const heldUnits = hot === null ? null : parseDecimal(hot, scaleOf(asset));
  if (coldAddress === null) return { error: 'noCold', left: null };
  if (movedUnits === null || movedUnits <= 0n) return { error: 'amountNeeded', left: null };
  if (heldUnits === null) return { error: null, left: null };
  return heldUnits < movedUnits
    ? { error: 'moreThanHot', left: null }
    : { error: null, left: formatAmount(heldUnits - movedUnits, asset) };
}
