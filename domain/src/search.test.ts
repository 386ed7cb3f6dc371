import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COINS } from './assets.ts';
import {
  findClosest,
  findClosestAssets,
  listTxidNotations,
  normalizeSearchText,
  parseIdPrefix,
  rankMatch,
} from './search.ts';

const firstCoin = (typed: string) => findClosestAssets(COINS, typed)[0];

describe('normalizeSearchText', () => {
  it.each([
    ['بيت كوين', 'بیت‌کوین'],
    ['٠١۲3', '0123'],
    ['آدرس', 'ادرس'],
    ['بِیتْ‌کُوین', 'بیت‌کوین'],
    ['بیـــت\u200dکوین', 'بیت‌کوین'],
    ['\u2067بیت\u2069\ufeff', 'بیت'],
    ['ＢＴＣ１', 'btc1'],
    ['Côte D’Ivoire', 'cote divoire'],
    ['0193A6D1-7C00', '0193a6d17c00'],
  ])('normalises %j to %j', (one, other) => {
    expect(normalizeSearchText(one)).toBe(normalizeSearchText(other));
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeSearchText(normalizeSearchText(text))).toBe(normalizeSearchText(text));
      }),
    );
  });
});

describe('coins', () => {
  it.each([
    ['btc', 'BITCOIN'],
    ['BTC', 'BITCOIN'],
    ['بیت', 'BITCOIN'],
    ['بيتكوين', 'BITCOIN'],
    ['بِیت', 'BITCOIN'],
    ['بیـت', 'BITCOIN'],
    ['ＢＴＣ', 'BITCOIN'],
    ['پلیگان', 'MATIC'],
    ['پُلی‌گان', 'MATIC'],
    ['متیک', 'MATIC'],
    ['ripple', 'RIPPLE'],
    ['bitcion', 'BITCOIN'],
    ['bitcoin cash', 'BITCOIN_CASH'],
    ['بیت کوین کش', 'BITCOIN_CASH'],
    ['کلاسیک', 'CLASSIC_ETHEREUM'],
    ['اتریم', 'ETHEREUM'],
    ['etherum', 'ETHEREUM'],
    ['usdt', 'TETHER'],
    ['dogecon', 'DOGE_COIN'],
  ])('finds %s first: %j', (typed, coin) => {
    expect(firstCoin(typed)).toBe(coin);
  });

  it.each(['', ' ', 'q', 'zzzz', 'کیف پول', 'history', '0193a6d1'])('finds nothing for %j', (typed) => {
    expect(findClosestAssets(COINS, typed)).toEqual([]);
  });

  it('finds any coin by any of its names, and by a name with one of its later letters missing', () => {
    for (const coin of COINS) expect(firstCoin(coin)).toBe(coin);
    fc.assert(
      fc.property(fc.constantFrom('Ethereum', 'Litecoin', 'MultiversX', 'Stellar'), fc.nat(), (name, n) => {
        const at = 1 + (n % (name.length - 1));
        expect(rankMatch(name.slice(0, at) + name.slice(at + 1), name)).not.toBeNull();
      }),
    );
  });
});

describe('closest', () => {
  const names = ['بازار رمزارزها', 'کیف پول', 'سابقه', 'تاریخچه کیف پول', 'How do I deposit Toman?'];
  const findNames = (typed: string) => findClosest(names, typed, (name) => [name]);

  it('sorts by closeness: the name, its beginning, a word of it, a part', () => {
    expect(findNames('کیف پول')).toEqual(['کیف پول', 'تاریخچه کیف پول']);
    expect(findNames('پول')).toEqual(['کیف پول', 'تاریخچه کیف پول']);
    expect(findNames('toman deposit')).toEqual(['How do I deposit Toman?']);
  });

  it('tolerates one typo in a longer word, none in a short one', () => {
    expect(findNames('سابفه')).toEqual(['سابقه']);
    expect(findNames('کیق')).toEqual([]);
  });
});

describe('ids and transactions', () => {
  const HEX = 'ab01'.repeat(16);

  it('listTxidNotations accepts every notation of a txid, and nothing shorter', () => {
    for (const typed of [HEX, ` ${HEX.toUpperCase()} `, `0x${HEX}`])
      expect(listTxidNotations(typed)).toEqual([HEX, HEX.toUpperCase(), `0x${HEX}`]);
    for (const typed of [HEX.slice(1), `${HEX}0`, `${HEX.slice(1)}g`, ''])
      expect(listTxidNotations(typed)).toEqual([]);
  });

  it('parseIdPrefix returns the range of ids with a prefix, in any digits, with or without dashes', () => {
    const whole = '0193a6d1-7c00-7abc-8def-0123456789ab';
    expect(parseIdPrefix(whole)).toEqual({ from: whole, to: whole });
    for (const typed of ['0193a6d1-7c', '0193A6D17C', '۰۱۹۳a6d1 7c'])
      expect(parseIdPrefix(typed)).toEqual({
        from: '0193a6d1-7c00-0000-0000-000000000000',
        to: '0193a6d1-7cff-ffff-ffff-ffffffffffff',
      });
    for (const typed of ['0193a6d', 'bitcoin', `${whole}0`]) expect(parseIdPrefix(typed)).toBeNull();
  });
});
