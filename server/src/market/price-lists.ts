import type { Coin, Quote } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';

/** The three public lists: quick trade prices in Toman and in Tether, reference prices in US dollars. */
export type ListName = Quote | 'DOLLAR';

/** One publication of prices, valid until the next. Each of its lists is serialised to JSON once. */
export interface Publication {
  lists: Record<ListName, readonly CoinPrice[]>;
  /** The last moment at which all of its prices may be used. */
  validUntil: number;
  /** Returns the JSON of a whole list. */
  text(list: ListName, weekly: boolean): Buffer;
  /** Returns rows of the requested coins, in display order. */
  rows(
    list: ListName,
    options: { coins: readonly Coin[] | null; weekly: boolean; change: boolean },
  ): CoinPrice[];
}

export function createPublication(
  lists: Record<ListName, readonly CoinPrice[]>,
  weekOf: (list: ListName, coin: Coin) => string[],
  validUntil: number,
): Publication {
  const texts = new Map<string, Buffer>();
  const rows: Publication['rows'] = (list, { coins, weekly, change }) =>
    lists[list]
      .filter((row) => coins === null || coins.includes(row.destCoinSymbol as Coin))
      .map((row) => ({
        ...row,
        ...(!change && { price24hrChangePercent: null }),
        ...(weekly && { lastWeekData: weekOf(list, row.destCoinSymbol as Coin) }),
      }));
  return {
    lists,
    validUntil,
    rows,
    text(list, weekly) {
      const key = `${list}_${weekly}`;
      const bytes =
        texts.get(key) ?? Buffer.from(JSON.stringify(rows(list, { coins: null, weekly, change: true })));
      texts.set(key, bytes);
      return bytes;
    },
  };
}

/** Builds a row; without a price the coin is halted, and no earlier price is shown instead. */
export function buildPriceRow(
  coin: Coin,
  unit: ListName,
  price: { buy: string; sell: string; reference: string } | null,
  change: string | null,
): CoinPrice {
  return {
    destCoinSymbol: coin,
    unit,
    buyPrice: price?.buy ?? null,
    sellPrice: price?.sell ?? null,
    referencePrice: price?.reference ?? null,
    price24hrChangePercent: price && change,
    isActive: price !== null,
  };
}
