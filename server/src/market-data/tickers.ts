import { ASSETS, formatAmount, marketType } from '@sarraf/domain';
import type { BookTop, Ticker } from '@sarraf/domain/contracts';
import { changeBetween, changeText, MARKETS, type Market } from '../market/index.ts';
import type { MarketTicker } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { referenceText, tradedPriceText } from './texts.ts';

interface Deps {
  clock: Clock;
  market: Pick<Market, 'summary' | 'orderTerms'>;
  figures(market: string): MarketTicker | null;
}

const GOOD_MS = 1_000;

/** Statistics of all markets in one response: calculated once a second at most, and only on request. */
export class Tickers {
  readonly #deps: Deps;
  #made: { at: number; rows: Ticker[]; tops: BookTop[]; texts: Map<string, Buffer> } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the response bodies of `GET /tickers` and `GET /orderbook`. */
  text(of: 'tickers' | 'tops'): Buffer {
    const made = this.#current();
    const known = made.texts.get(of);
    if (known) return known;
    const content = of === 'tickers' ? made.rows : made.tops;
    const bytes = Buffer.from(
      JSON.stringify({ status: 'OK', message: of, dateTime: new Date(made.at).toISOString(), content }),
    );
    made.texts.set(of, bytes);
    return bytes;
  }

  /** Returns one row for each market, and when they were calculated. */
  rows(): { at: number; rows: readonly Ticker[] } {
    return this.#current();
  }

  #current() {
    const now = this.#deps.clock.now();
    const made = this.#made;
    if (made && now >= made.at && now - made.at < GOOD_MS) return made;
    const rows = MARKETS.map((of) => this.#ticker(of));
    this.#made = { at: now, rows, tops: rows.map(topOf), texts: new Map() };
    return this.#made;
  }

  #ticker({ coin, quote }: (typeof MARKETS)[number]): Ticker {
    const { market, figures } = this.#deps;
    const name = marketType(coin, quote);
    const known = figures(name);
    const day = known?.day;
    const last = known?.lastPrice ?? null;
    const open = day?.traded ? day.before : last;
    const { reference } = market.summary(coin, quote);
    const price = (of: bigint | null | undefined) =>
      of === null || of === undefined ? null : tradedPriceText(of, coin, quote);
    const amount = (of: bigint | null | undefined) =>
      of === null || of === undefined ? null : formatAmount(of, coin);
    return {
      marketType: name,
      coinCode: ASSETS[coin].symbol,
      quoteCode: ASSETS[quote].symbol,
      isActive: market.orderTerms(coin, quote) !== null,
      lastPrice: price(last),
      openPrice: price(open),
      highPrice: day?.traded ? price(day.high) : null,
      lowPrice: day?.traded ? price(day.low) : null,
      changePercent: last !== null && open !== null ? changeText(changeBetween(open, last)) : null,
      volume: formatAmount(day?.volume ?? 0n, coin),
      quoteVolume: formatAmount(day?.value ?? 0n, quote),
      bestBid: price(known?.bestBid),
      bestBidAmount: amount(known?.bidAmount),
      bestAsk: price(known?.bestAsk),
      bestAskAmount: amount(known?.askAmount),
      referencePrice: reference === null ? null : referenceText(reference, coin, quote),
    };
  }
}

const levelOf = (price: string | null, amount: string | null): BookTop['bid'] =>
  price === null || amount === null ? null : [price, amount];

const topOf = (row: Ticker): BookTop => ({
  marketType: row.marketType,
  bid: levelOf(row.bestBid, row.bestBidAmount),
  ask: levelOf(row.bestAsk, row.bestAskAmount),
});
