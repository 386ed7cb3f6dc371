import type { OrderTerms, Quote, UserLevel } from '@sarraf/domain';
import {
  ASSETS,
  type Coin,
  formatAmount,
  marketType,
  type Ppm,
  PRICE_BAND,
  percentText,
} from '@sarraf/domain';
import type { MarketDetail, MarketTerms } from '@sarraf/domain/contracts';
import { MARKETS, type Market } from '../market/index.ts';

/** What else decides whether orders are taken, and what they pay. No input or output is done. */
export interface TradingState {
  /** When trading opens by the hours of the rules; null: it is open. */
  opensAt(now: number): Date | null;
  /** Whether staff holds orders of this market back, and until when (null: nobody knows). */
  pauseOf(coin: Coin, quote: Quote, now: number): { until: Date | null } | null;
  /** Fees of the levels that people reach by themselves, lowest first. */
  levels(): readonly { level: UserLevel; wage: Record<Quote, Ppm> }[];
}

interface Deps {
  market: Pick<Market, 'orderTerms' | 'termsOf'>;
  trading: TradingState;
}

/** Every market with all that a program must know of it, open or not. */
export const describeMarkets = (deps: Deps, now: number): MarketDetail[] =>
  MARKETS.flatMap(({ coin, quote }) => {
    const terms = deps.market.termsOf(coin, quote);
    return terms ? [marketDetail(deps, terms, now)] : [];
  });

export const termsDto = ({ coin, quote, ...terms }: OrderTerms): MarketTerms => ({
  marketType: marketType(coin, quote),
  coin,
  quote,
  tick: formatAmount(terms.tick, quote),
  lot: formatAmount(terms.lot, coin),
  minNotional: formatAmount(terms.minNotional, quote),
  maxAmount: formatAmount(terms.maxAmount, coin),
  bandPercent: Number.parseInt(PRICE_BAND.toString(), 10),
});

function marketDetail({ market, trading }: Deps, terms: OrderTerms, now: number): MarketDetail {
  const { coin, quote } = terms;
  const shown = termsDto(terms);
  const fees = trading.levels().map(({ level, wage }) => {
    const percent = percentText(wage[quote]);
    return { userAccountLevel: level, makerFeePercent: percent, takerFeePercent: percent };
  });
  return {
    ...shown,
    coinCode: ASSETS[coin].symbol,
    quoteCode: ASSETS[quote].symbol,
    minAmount: shown.lot,
    pricePrecision: decimalsOf(shown.tick),
    amountPrecision: decimalsOf(shown.lot),
    quotePrecision: ASSETS[quote].scale,
    ...stateOf(market.orderTerms(coin, quote) !== null, coin, quote, trading, now),
    makerFeePercent: fees[0]?.makerFeePercent ?? '0',
    takerFeePercent: fees[0]?.takerFeePercent ?? '0',
    fees,
  };
}

/** How many decimals a multiple of this step has at most. */
const decimalsOf = (step: string): number => (step.split('.')[1] ?? '').replace(/0+$/, '').length;

function stateOf(
  offered: boolean,
  coin: Coin,
  quote: Quote,
  { opensAt, pauseOf }: TradingState,
  now: number,
): Pick<MarketDetail, 'state' | 'opensAtDateTime'> {
  if (!offered) return { state: 'INACTIVE', opensAtDateTime: null };
  const pause = pauseOf(coin, quote, now);
  if (pause) return { state: 'PAUSED', opensAtDateTime: pause.until?.toISOString() ?? null };
  const opens = opensAt(now);
  if (opens) return { state: 'CLOSED', opensAtDateTime: opens.toISOString() };
  return { state: 'OPEN', opensAtDateTime: null };
}
