import { type Asset, formatAmount, parseDecimal, scaleOf } from '@sarraf/domain';
import type { Reserve } from '@sarraf/domain/contracts';

/** The effect of a move to the cold wallet, without the network fee. */
interface ColdMoveEffect {
  fault: 'noCold' | 'amountNeeded' | 'moreThanHot' | null;
  /** The amount that remains in the hot wallet; null: the balance is unknown, or the amount can't be moved. */
  left: string | null;
}

export function computeColdMove({ relatedCoin, hot, coldAddress }: Reserve, amount: string): ColdMoveEffect {
  const asset = relatedCoin as Asset;
  const movedUnits = parseDecimal(amount, scaleOf(asset));
  const heldUnits = hot === null ? null : parseDecimal(hot, scaleOf(asset));
  if (coldAddress === null) return { fault: 'noCold', left: null };
  if (movedUnits === null || movedUnits <= 0n) return { fault: 'amountNeeded', left: null };
  if (heldUnits === null) return { fault: null, left: null };
  return heldUnits < movedUnits
    ? { fault: 'moreThanHot', left: null }
    : { fault: null, left: formatAmount(heldUnits - movedUnits, asset) };
}
