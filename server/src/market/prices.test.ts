import { ASSETS, COINS, type Coin, parseTrustedDecimal, QUOTES, type Quote } from '@sarraf/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PRICE_SCALE } from './ports.ts';
import {
  compoundChange,
  computeChange,
  computeTomanValueOf,
  computeTradePrice,
  convertToToman,
  formatChange,
  formatDollarPrice,
  formatShownPrice,
} from './prices.ts';

const reference = (text: string) => parseTrustedDecimal(text, PRICE_SCALE);
const formatPrices = (text: string, spread: bigint, coin: Coin, quote: Quote) => {
  const price = computeTradePrice(reference(text), spread, coin, quote);
  return price && [formatShownPrice(price.buy, coin, quote), formatShownPrice(price.sell, coin, quote)];
};

describe('a quote', () => {
  it('is half the spread from the reference on either side, in whole Toman', () => {
    const toman = convertToToman(reference('108400'), reference('118200'));
    expect(toman).toBe(reference('12812880000'));
    const price = computeTradePrice(toman, 3_500n, 'BITCOIN', 'TOMAN');
    expect(price).toEqual({ buy: 12_835_302_540_000_000n, sell: 12_790_457_460_000_000n });
    expect(formatPrices('118200', 3_000n, 'TETHER', 'TOMAN')).toEqual(['118378', '118022']);
  });

  it('has the precision of the coin in Tether', () => {
    expect(formatPrices('108400', 3_500n, 'BITCOIN', 'TETHER')).toEqual(['108589.70', '108210.30']);
    expect(formatPrices('0.30', 5_000n, 'TRON', 'TETHER')).toEqual(['0.30075', '0.29925']);
    expect(formatPrices('0.3', 9_000n, 'CELO', 'TETHER')).toEqual(['0.302', '0.298']);
  });

  it('is absent for a coin that is worth less than a tick', () => {
    expect(computeTradePrice(1n, 0n, 'BITCOIN', 'TOMAN')).toBeNull();
  });

  it('is always rounded in favour of the house, by less than a tick', () => {
    const market = fc.constantFrom(...COINS.flatMap((coin) => QUOTES.map((quote) => ({ coin, quote }))));
    fc.assert(
      fc.property(
        market,
        fc.bigInt(10n ** 8n, 10n ** 19n),
        fc.bigInt(0n, 20_000n),
        ({ coin, quote }, mid, spread) => {
          const price = computeTradePrice(mid, spread, coin, quote);
          if (!price) return;
          const tick = quote === 'TOMAN' ? 10n ** 6n : 10n ** BigInt(6 - ASSETS[coin].pricePrecision);
          const [buy, sell] = [mid * (2_000_000n + spread), mid * (2_000_000n - spread)];
          const scaled = (units: bigint) => units * 100n * 2_000_000n;
          expect(scaled(price.buy) >= buy && scaled(price.buy - tick) < buy).toBe(true);
          expect(scaled(price.sell) <= sell && scaled(price.sell + tick) > sell).toBe(true);
          expect(price.buy % tick).toBe(0n);
          expect(price.sell % tick).toBe(0n);
        },
      ),
    );
  });
});

describe('a price change', () => {
  it('is formatted as signed percent with two decimals, rounded to the nearest', () => {
    expect(formatChange(computeChange(10_000n, 10_125n))).toBe('1.25');
    expect(formatChange(computeChange(80_000n, 79_000n))).toBe('-1.25');
    expect(formatChange(computeChange(3n, 2n))).toBe('-33.33');
    expect(formatChange(computeChange(3n, 5n))).toBe('66.67');
    expect(formatChange(computeChange(7n, 7n))).toBe('0.00');
    expect(formatChange(-5n)).toBe('-0.05');
  });

  it('is compounded through two markets', () => {
    expect(compoundChange(1_000n, 1_000n)).toBe(2_100n);
    expect(compoundChange(1_000n, null)).toBeNull();
  });
});

it('dollar prices are shown with the precision of the coin', () => {
  expect(formatDollarPrice(reference('0.30456789'), 'TRON')).toBe('0.30456');
  expect(formatDollarPrice(reference('108400'), 'BITCOIN')).toBe('108400.00');
});

it('the value in Toman is what the owner would get, truncated; null while the coin has no price', () => {
  const price = () => ({ buy: 3_000_000n, sell: 2_999_999n });
  expect(computeTomanValueOf('BITCOIN', 150_000_000n, price)).toBe(4_499_998n);
  expect(computeTomanValueOf('TOMAN', 7n, () => null)).toBe(7n);
  expect(computeTomanValueOf('BITCOIN', 1n, () => null)).toBeNull();
  expect(computeTomanValueOf('BINANCE_COIN', 1n, price)).toBeNull();
});
