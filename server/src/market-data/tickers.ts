import { ASSETS, formatAmount, formatMarketType } from '@sarraf/domain';
import type { BookTop, Ticker } from '@sarraf/domain/contracts';
import { computeChange, formatChange, MARKETS, type Market } from '../market/index.ts';
import type { MarketTicker } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { formatReferencePrice, formatTradedPrice } from './texts.ts';

interface Deps {
  clock: Clock;
  market: Pick<Market, 'summary' | 'orderTerms'>;
  figures(market: string): MarketTicker | null;
}

const CACHE_MS = 1_000;

/** Statistics of all markets in one response: calculated once a second at most, and only on request. */
export class Tickers {
  readonly #deps: Deps;
  #cached: { at: number; rows: Ticker[]; tops: BookTop[]; texts: Map<string, Buffer> } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns the response bodies of `GET /tickers` and `GET /orderbook`. */
  renderText(kind: 'tickers' | 'tops'): Buffer {
    const current = this.#refreshIfStale();
    const cachedBytes = current.texts.get(kind);
    if (cachedBytes) return cachedBytes;
    const content = kind === 'tickers' ? current.rows : current.tops;
    const bytes = Buffer.from(
      JSON.stringify({ status: 'OK', message: kind, dateTime: new Date(current.at).toISOString(), content }),
    );
    current.texts.set(kind, bytes);
    return bytes;
  }

  /** Returns one row for each market, and when they were calculated. */
  listRows(): { at: number; rows: readonly Ticker[] } {
    return this.#refreshIfStale();
  }

  #refreshIfStale() {
    const now = this.#deps.clock.now();
    const cached = this.#cached;
    if (cached && now >= cached.at && now - cached.at < CACHE_MS) return cached;
    const rows = MARKETS.map((marketKey) => this.#buildTicker(marketKey));
    this.#cached = { at: now, rows, tops: rows.map(toBookTop), texts: new Map() };
    return this.#cached;
  }

  #buildTicker({ coin, quote }: (typeof MARKETS)[number]): Ticker {
    const { market, figures } = this.#deps;
    const name = formatMarketType(coin, quote);
    const ticker = figures(name);
    const day = ticker?.day;
    const last = ticker?.lastPrice ?? null;
    const openPrice = day?.traded ? day.before : last;
    const { reference } = market.summary(coin, quote);
    const formatPrice = (value: bigint | null | undefined) =>
      value === null || value === undefined ? null : formatTradedPrice(value, coin, quote);
    const formatCoinAmount = (value: bigint | null | undefined) =>
      value === null || value === undefined ? null : formatAmount(value, coin);
    return {
      marketType: name,
      coinCode: ASSETS[coin].symbol,
      quoteCode: ASSETS[quote].symbol,
      isActive: market.orderTerms(coin, quote) !== null,
      lastPrice: formatPrice(last),
      openPrice: formatPrice(openPrice),
      highPrice: day?.traded ? formatPrice(day.high) : null,
      lowPrice: day?.traded ? formatPrice(day.low) : null,
      changePercent:
        last !== null && openPrice !== null ? formatChange(computeChange(openPrice, last)) : null,
      volume: formatAmount(day?.volume ?? 0n, coin),
      quoteVolume: formatAmount(day?.value ?? 0n, quote),
      bestBid: formatPrice(ticker?.bestBid),
      bestBidAmount: formatCoinAmount(ticker?.bidAmount),
      bestAsk: formatPrice(ticker?.bestAsk),
      bestAskAmount: formatCoinAmount(ticker?.askAmount),
      referencePrice: reference === null ? null : formatReferencePrice(reference, coin, quote),
    };
  }
}

const toLevel = (price: string | null, amount: string | null): BookTop['bid'] =>
  price === null || amount === null ? null : [price, amount];

const toBookTop = (row: Ticker): BookTop => ({
  marketType: row.marketType,
  bid: toLevel(row.bestBid, row.bestBidAmount),
  ask: toLevel(row.bestAsk, row.bestAskAmount),
});
