import { COINS, type Coin, pow10, type Quote, type TradePrice } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import type { PriceSnapshot } from '../platform/bus/bus.ts';
import { type CandleMaker, MARKETS } from './candles.ts';
import type { CoinCatalog } from './coins.ts';
import type { Feed } from './feed.ts';
import type { Reference } from './guard.ts';
import { type ReferenceHistory, WEEK_POINTS } from './history.ts';
import { PRICE_SCALE } from './ports.ts';
import { type ListName, type Publication, priceRow, publicationOf } from './price-lists.ts';
import {
  changeBetween,
  changeText,
  compoundChange,
  dollarText,
  inToman,
  quoteUnits,
  shownPriceText,
  tradePrice,
} from './prices.ts';
import { PublishedPriceWindow } from './published.ts';

export interface MarketSummary {
  /** Reference price in the quote's smallest unit, truncated; null while halted. */
  reference: bigint | null;
  /** Signed percent text of 24 hours, "-1.25"; null while halted or unknown. */
  change: string | null;
  /** 20 prices of the last week as decimal text, oldest first; empty when unknown. */
  lastWeek: string[];
}

interface Deps {
  feed: Feed;
  history: ReferenceHistory;
  minutes: CandleMaker;
  book(): CoinCatalog;
}

/** One USDT counts as one US dollar. */
const DOLLAR = pow10(PRICE_SCALE);
const NOTHING: Record<ListName, readonly CoinPrice[]> = { TOMAN: [], TETHER: [], DOLLAR: [] };

/** Builds the published prices from the feed's prices, the coins' spreads and the history. */
export class Publisher {
  readonly published = new PublishedPriceWindow();
  publication: Publication = publicationOf(NOTHING, () => [], Number.NEGATIVE_INFINITY);
  readonly #deps: Deps;
  #references = new Map<string, Reference>();
  /** Buy and sell prices of the markets that have a reference. */
  #prices = new Map<string, TradePrice>();
  #signature = '';
  #historyVersion = -1;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Publishes the feed's prices. True when anything displayed has changed. */
  publish(now: number): boolean {
    this.#references = this.#referencesOf(now);
    this.#prices = new Map();
    for (const { coin, quote } of MARKETS) {
      const reference = this.#reference(coin, quote);
      const spread = this.#deps.book().coins.get(coin)?.spread ?? 0n;
      const price = reference && tradePrice(reference.price, spread, coin, quote);
      if (!price) continue;
      this.#prices.set(`${coin}_${quote}`, price);
      this.#deps.minutes.add({ coin, quote }, quoteUnits(reference.price, quote), now);
    }
    return this.#show(now);
  }

  /** Returns the publication, for processes that publish no prices of their own. */
  sheet(at: number): PriceSnapshot {
    const markets: PriceSnapshot['markets'] = [];
    for (const [market, reference] of this.#references) {
      const price = this.#prices.get(market);
      if (price) markets.push({ market, ...price, reference });
    }
    return { at, markets };
  }

  /** Adopts the publication of another process, as long as its references are valid. True as above. */
  adopt({ markets }: PriceSnapshot, now: number): boolean {
    this.#references = new Map(markets.map(({ market, reference }) => [market, reference]));
    this.#prices = new Map(markets.map(({ market, buy, sell }) => [market, { buy, sell }]));
    return this.#show(now);
  }

  /** Removes expired prices. True as above. */
  lapse(now: number): boolean {
    for (const [market, { validUntil }] of this.#references) {
      if (now <= validUntil) continue;
      this.#references.delete(market);
      this.#prices.delete(market);
    }
    return this.#show(now);
  }

  #show(now: number): boolean {
    for (const { coin, quote } of MARKETS) {
      const price = this.#prices.get(`${coin}_${quote}`) ?? null;
      const validUntil = this.#reference(coin, quote)?.validUntil ?? 0;
      this.published.publish(coin, quote, price, validUntil, now);
    }
    const lists = {
      TOMAN: COINS.map((coin) => this.#row(coin, 'TOMAN', now)),
      TETHER: COINS.filter((coin) => coin !== 'TETHER').map((coin) => this.#row(coin, 'TETHER', now)),
      DOLLAR: COINS.map((coin) => this.#dollarRow(coin)),
    };
    const validUntil = Math.min(...[...this.#references.values()].map((reference) => reference.validUntil));
    const signature = JSON.stringify(lists);
    const changed = signature !== this.#signature;
    this.#signature = signature;
    if (!changed && this.#historyVersion === this.#deps.history.version) {
      this.publication.validUntil = validUntil;
      return false;
    }
    this.#historyVersion = this.#deps.history.version;
    this.publication = publicationOf(lists, (list, coin) => this.#week(list, coin, now), validUntil);
    return changed;
  }

  summary(coin: Coin, quote: Quote, now: number): MarketSummary {
    const reference = this.#reference(coin, quote);
    const fresh = reference && now <= reference.validUntil ? reference : null;
    return {
      reference: fresh && quoteUnits(fresh.price, quote),
      change: fresh && this.#change(coin, quote, fresh),
      lastWeek: this.#week(quote, coin, now),
    };
  }

  /** Returns the reference of every market that may be traded now. */
  #referencesOf(now: number): Map<string, Reference> {
    const { feed, book } = this.#deps;
    const references = new Map<string, Reference>();
    const tether = feed.reference('TETHER', now);
    for (const coin of COINS) {
      const found = coin === 'TETHER' ? tether : feed.reference(coin, now);
      if (typeof found === 'string' || !book().coins.get(coin)?.active) continue;
      if (coin === 'TETHER') references.set('TETHER_TOMAN', found);
      else references.set(`${coin}_TETHER`, found);
      if (coin === 'TETHER' || typeof tether === 'string') continue;
      references.set(`${coin}_TOMAN`, {
        price: inToman(found.price, tether.price),
        change: compoundChange(found.change, tether.change),
        validUntil: Math.min(found.validUntil, tether.validUntil),
      });
    }
    return references;
  }

  #row(coin: Coin, quote: Quote, now: number): CoinPrice {
    const price = this.published.current(coin, quote, now);
    const reference = this.#reference(coin, quote);
    if (!price || !reference) return priceRow(coin, quote, null, null);
    const texts = {
      buy: shownPriceText(price.buy, coin, quote),
      sell: shownPriceText(price.sell, coin, quote),
      reference: shownPriceText(quoteUnits(reference.price, quote), coin, quote),
    };
    return priceRow(coin, quote, texts, this.#change(coin, quote, reference));
  }

  #dollarRow(coin: Coin): CoinPrice {
    if (coin === 'TETHER') return priceRow(coin, 'DOLLAR', thrice(dollarText(DOLLAR, coin)), changeText(0n));
    const reference = this.#reference(coin, 'TETHER');
    if (!reference) return priceRow(coin, 'DOLLAR', null, null);
    const price = thrice(dollarText(reference.price, coin));
    return priceRow(coin, 'DOLLAR', price, this.#change(coin, 'TETHER', reference));
  }

  /** From our own candles; until they reach back a day, as reported by the sources. */
  #change(coin: Coin, quote: Quote, reference: Reference): string | null {
    const then = this.#deps.history.dayAgo(coin, quote);
    const change = then === null ? reference.change : changeBetween(then, quoteUnits(reference.price, quote));
    return change === null ? null : changeText(change);
  }

  #week(list: ListName, coin: Coin, now: number): string[] {
    if (list === 'DOLLAR' && coin === 'TETHER')
      return Array<string>(WEEK_POINTS).fill(dollarText(DOLLAR, coin));
    const quote = list === 'TOMAN' ? 'TOMAN' : 'TETHER';
    const reference = this.#reference(coin, quote);
    const current = reference && now <= reference.validUntil ? quoteUnits(reference.price, quote) : null;
    return this.#deps.history.week(coin, quote, current).map((units) => shownPriceText(units, coin, quote));
  }

  #reference(coin: Coin, quote: Quote): Reference | null {
    return this.#references.get(`${coin}_${quote}`) ?? null;
  }
}

const thrice = (text: string) => ({ buy: text, sell: text, reference: text });
