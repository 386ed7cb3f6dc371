import { COINS, type Coin, pow10, type Quote, type TradePrice } from '@sarraf/domain';
import type { CoinPrice } from '@sarraf/domain/contracts';
import type { PriceSnapshot } from '../platform/bus/bus.ts';
import { type CandleAggregator, MARKETS } from './candles.ts';
import type { CoinCatalog } from './coins.ts';
import type { PriceFeed } from './feed.ts';
import type { Reference } from './guard.ts';
import { type ReferenceHistory, WEEK_POINTS } from './history.ts';
import { PRICE_SCALE } from './ports.ts';
import { buildPriceRow, createPublication, type ListName, type Publication } from './price-lists.ts';
import {
  compoundChange,
  computeChange,
  computeTradePrice,
  convertToToman,
  formatChange,
  formatDollarPrice,
  formatShownPrice,
  toQuoteUnits,
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
  feed: PriceFeed;
  history: ReferenceHistory;
  minutes: CandleAggregator;
  book(): CoinCatalog;
}

/** One USDT counts as one US dollar. */
const DOLLAR = pow10(PRICE_SCALE);
const EMPTY_LISTS: Record<ListName, readonly CoinPrice[]> = { TOMAN: [], TETHER: [], DOLLAR: [] };

/** Builds the published prices from the feed's prices, the coins' spreads and the history. */
export class PricePublisher {
  readonly published = new PublishedPriceWindow();
  publication: Publication = createPublication(EMPTY_LISTS, () => [], Number.NEGATIVE_INFINITY);
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
    this.#references = this.#readReferences(now);
    this.#prices = new Map();
    for (const { coin, quote } of MARKETS) {
      const reference = this.#findReference(coin, quote);
      const spread = this.#deps.book().coins.get(coin)?.spread ?? 0n;
      const price = reference && computeTradePrice(reference.price, spread, coin, quote);
      if (!price) continue;
      this.#prices.set(`${coin}_${quote}`, price);
      this.#deps.minutes.add({ coin, quote }, toQuoteUnits(reference.price, quote), now);
    }
    return this.#updatePublication(now);
  }

  /** Returns the publication, for processes that publish no prices of their own. */
  createSnapshot(at: number): PriceSnapshot {
    const markets: PriceSnapshot['markets'] = [];
    for (const [market, reference] of this.#references) {
      const price = this.#prices.get(market);
      if (price) markets.push({ market, ...price, reference });
    }
    return { at, markets };
  }

  /** Adopts the publication of another process, as long as its references are valid. True as above. */
  adoptSnapshot({ markets }: PriceSnapshot, now: number): boolean {
    this.#references = new Map(markets.map(({ market, reference }) => [market, reference]));
    this.#prices = new Map(markets.map(({ market, buy, sell }) => [market, { buy, sell }]));
    return this.#updatePublication(now);
  }

  /** Removes expired prices. True as above. */
  removeExpired(now: number): boolean {
    for (const [market, { validUntil }] of this.#references) {
      if (now <= validUntil) continue;
      this.#references.delete(market);
      this.#prices.delete(market);
    }
    return this.#updatePublication(now);
  }

  #updatePublication(now: number): boolean {
    for (const { coin, quote } of MARKETS) {
      const price = this.#prices.get(`${coin}_${quote}`) ?? null;
      const validUntil = this.#findReference(coin, quote)?.validUntil ?? 0;
      this.published.setPrice(coin, quote, price, validUntil, now);
    }
    const lists = {
      TOMAN: COINS.map((coin) => this.#buildRow(coin, 'TOMAN', now)),
      TETHER: COINS.filter((coin) => coin !== 'TETHER').map((coin) => this.#buildRow(coin, 'TETHER', now)),
      DOLLAR: COINS.map((coin) => this.#buildDollarRow(coin)),
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
    this.publication = createPublication(
      lists,
      (list, coin) => this.#formatWeek(list, coin, now),
      validUntil,
    );
    return changed;
  }

  summarize(coin: Coin, quote: Quote, now: number): MarketSummary {
    const reference = this.#findReference(coin, quote);
    const fresh = reference && now <= reference.validUntil ? reference : null;
    return {
      reference: fresh && toQuoteUnits(fresh.price, quote),
      change: fresh && this.#formatDayChange(coin, quote, fresh),
      lastWeek: this.#formatWeek(quote, coin, now),
    };
  }

  /** Returns the reference of every market that may be traded now. */
  #readReferences(now: number): Map<string, Reference> {
    const { feed, book } = this.#deps;
    const references = new Map<string, Reference>();
    const tether = feed.evaluateReference('TETHER', now);
    for (const coin of COINS) {
      const found = coin === 'TETHER' ? tether : feed.evaluateReference(coin, now);
      if (typeof found === 'string' || !book().coins.get(coin)?.active) continue;
      if (coin === 'TETHER') references.set('TETHER_TOMAN', found);
      else references.set(`${coin}_TETHER`, found);
      if (coin === 'TETHER' || typeof tether === 'string') continue;
      references.set(`${coin}_TOMAN`, {
        price: convertToToman(found.price, tether.price),
        change: compoundChange(found.change, tether.change),
        validUntil: Math.min(found.validUntil, tether.validUntil),
      });
    }
    return references;
  }

  #buildRow(coin: Coin, quote: Quote, now: number): CoinPrice {
    const price = this.published.getPrice(coin, quote, now);
    const reference = this.#findReference(coin, quote);
    if (!price || !reference) return buildPriceRow(coin, quote, null, null);
    const texts = {
      buy: formatShownPrice(price.buy, coin, quote),
      sell: formatShownPrice(price.sell, coin, quote),
      reference: formatShownPrice(toQuoteUnits(reference.price, quote), coin, quote),
    };
    return buildPriceRow(coin, quote, texts, this.#formatDayChange(coin, quote, reference));
  }

  #buildDollarRow(coin: Coin): CoinPrice {
    if (coin === 'TETHER')
      return buildPriceRow(coin, 'DOLLAR', toEqualPrices(formatDollarPrice(DOLLAR, coin)), formatChange(0n));
    const reference = this.#findReference(coin, 'TETHER');
    if (!reference) return buildPriceRow(coin, 'DOLLAR', null, null);
    const price = toEqualPrices(formatDollarPrice(reference.price, coin));
    return buildPriceRow(coin, 'DOLLAR', price, this.#formatDayChange(coin, 'TETHER', reference));
  }

  /** From our own candles; until they reach back a day, as reported by the sources. */
  #formatDayChange(coin: Coin, quote: Quote, reference: Reference): string | null {
    const then = this.#deps.history.getDayAgo(coin, quote);
    const change =
      then === null ? reference.change : computeChange(then, toQuoteUnits(reference.price, quote));
    return change === null ? null : formatChange(change);
  }

  #formatWeek(list: ListName, coin: Coin, now: number): string[] {
    if (list === 'DOLLAR' && coin === 'TETHER')
      return Array<string>(WEEK_POINTS).fill(formatDollarPrice(DOLLAR, coin));
    const quote = list === 'TOMAN' ? 'TOMAN' : 'TETHER';
    const reference = this.#findReference(coin, quote);
    const current = reference && now <= reference.validUntil ? toQuoteUnits(reference.price, quote) : null;
    return this.#deps.history
      .getWeek(coin, quote, current)
      .map((units) => formatShownPrice(units, coin, quote));
  }

  #findReference(coin: Coin, quote: Quote): Reference | null {
    return this.#references.get(`${coin}_${quote}`) ?? null;
  }
}

const toEqualPrices = (text: string) => ({ buy: text, sell: text, reference: text });
