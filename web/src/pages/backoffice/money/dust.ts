import { type Asset, formatAmount, isAsset, parseDecimal, scaleOf } from '@sarraf/domain';
import type { UnclaimedDeposit } from '@sarraf/domain/contracts';

interface DustTotals {
  /** Total per coin, in the order of arrival. */
  coins: { coin: Asset; amount: string }[];
  /** Number of deposits of unknown tokens, whose amounts are meaningless. */
  unknown: number;
}

/** Returns the value given up by closing these deposits. */
export function sumDust(deposits: readonly Pick<UnclaimedDeposit, 'relatedCoin' | 'amount'>[]): DustTotals {
  const sums = new Map<Asset, bigint>();
  let unknown = 0;
  for (const { relatedCoin, amount } of deposits) {
    if (relatedCoin === null || !isAsset(relatedCoin)) unknown += 1;
    else
      sums.set(
        relatedCoin,
        (sums.get(relatedCoin) ?? 0n) + (parseDecimal(amount, scaleOf(relatedCoin)) ?? 0n),
      );
  }
  return {
    coins: [...sums].map(([coin, sum]) => ({ coin, amount: formatAmount(sum, coin) })),
    unknown,
  };
}
