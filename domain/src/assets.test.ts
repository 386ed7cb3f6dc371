import { expect, it } from 'vitest';
import { ALL_ASSETS, ASSETS, type Asset, COINS, type Coin, priceDecimals, QUOTE_DECIMALS } from './assets.ts';

/** Amount decimals and price precision as listed in requirements §9. */
const LISTED = {
  BITCOIN: [8, 2],
  BITCOIN_CASH: [3, 1],
  DOGE_COIN: [0, 4],
  LITE_COIN: [3, 1],
  DASH: [3, 2],
  ETHEREUM: [4, 2],
  CLASSIC_ETHEREUM: [2, 2],
  TETHER: [2, 2],
  TOMAN: [6, 0],
  TRON: [1, 5],
  CELO: [1, 3],
  MATIC: [1, 3],
  RIPPLE: [0, 4],
  STELLAR: [0, 4],
  ELROND: [2, 2],
  BINANCE_COIN_BSC: [3, 1],
} as const satisfies Partial<Record<Asset, readonly [decimals: number, pricePrecision: number]>>;

it.each(Object.entries(LISTED))(
  '%s has the decimals and the price precision of the list: %j',
  (asset, listed) => {
    const { decimals, pricePrecision } = ASSETS[asset as Asset];
    expect([decimals, pricePrecision]).toEqual(listed);
  },
);

it('the two unlisted assets have 4 and 3 decimals', () => {
  const rest = ALL_ASSETS.filter((asset) => !Object.hasOwn(LISTED, asset));
  expect(rest.map((asset) => [asset, ASSETS[asset].decimals])).toEqual([
    ['EOS', 4],
    ['BINANCE_COIN', 3],
  ]);
});

it('a price has whole Toman, or the precision of its coin in Tether', () => {
  for (const coin of COINS) {
    expect(priceDecimals(coin, 'TOMAN')).toBe(0);
    expect(priceDecimals(coin, 'TETHER')).toBe(ASSETS[coin].pricePrecision);
  }
  expect(priceDecimals('TRON' satisfies Coin, 'TETHER')).toBe(5);
});

it('a quote amount is displayed with no decimals of Toman and two of Tether', () => {
  expect(QUOTE_DECIMALS).toEqual({ TOMAN: 0, TETHER: 2 });
});
