import { type Asset, formatAmount, isAsset, parseDecimal, scaleOf } from '@sarraf/domain';
import type { UnclaimedDeposit } from '@sarraf/domain/contracts';

interface Dust {
  /** Of each coin how much, in the order in which they came. */
  coins: { coin: Asset; amount: string }[];
  /** How many are of tokens that nobody knows, whose amounts mean nothing. */
  unknown: number;
}

/** What is given up when these deposits are closed. */
export function dustOf(deposits: readonly Pick<UnclaimedDeposit, 'relatedCoin' | 'amount'>[]): Dust {
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
