import type { OrderTerms, Quote, UserLevel } from '@sarraf/domain';
import {
  ASSETS,
  type Coin,
  formatAmount,
  formatMarketType,
  type Ppm,
  PRICE_BAND,
  percentText,
} from '@sarraf/domain';
import type { MarketDetail, MarketTerms } from '@sarraf/domain/contracts';
import { MARKETS, type Market } from '../market/index.ts';

/** Further inputs that decide whether orders are accepted, and their fees. Does no I/O. */
export interface TradingState {
  /** When trading opens by the hours of the rules; null: it is open. */
  opensAt(now: number): Date | null;
  /** Whether staff has paused orders of this market, and until when (null: unknown). */
  pauseOf(coin: Coin, quote: Quote, now: number): { until: Date | null } | null;
  /** Fee rates of the levels that people reach automatically, lowest first. */
  levels(): readonly { level: UserLevel; feeRates: Record<Quote, Ppm> }[];
}

interface Deps {
  market: Pick<Market, 'orderTerms' | 'termsOf'>;
  trading: TradingState;
}

/** Describes every market for programs, open or not. */
export const describeMarkets = (deps: Deps, now: number): MarketDetail[] =>
  MARKETS.flatMap(({ coin, quote }) => {
    const terms = deps.market.termsOf(coin, quote);
    return terms ? [toMarketDetail(deps, terms, now)] : [];
  });

export const termsDto = ({ coin, quote, ...terms }: OrderTerms): MarketTerms => ({
  marketType: formatMarketType(coin, quote),
  coin,
  quote,
  tick: formatAmount(terms.tick, quote),
  lot: formatAmount(terms.lot, coin),
  minNotional: formatAmount(terms.minNotional, quote),
  maxAmount: formatAmount(terms.maxAmount, coin),
  bandPercent: Number.parseInt(PRICE_BAND.toString(), 10),
});

function toMarketDetail({ market, trading }: Deps, terms: OrderTerms, now: number): MarketDetail {
  const { coin, quote } = terms;
  const dto = termsDto(terms);
  const fees = trading.levels().map(({ level, feeRates }) => {
    const percent = percentText(feeRates[quote]);
    return { userAccountLevel: level, makerFeePercent: percent, takerFeePercent: percent };
  });
  return {
    ...dto,
    coinCode: ASSETS[coin].symbol,
    quoteCode: ASSETS[quote].symbol,
    minAmount: dto.lot,
    pricePrecision: countDecimals(dto.tick),
    amountPrecision: countDecimals(dto.lot),
    quotePrecision: ASSETS[quote].scale,
    ...computeState(market.orderTerms(coin, quote) !== null, coin, quote, trading, now),
    makerFeePercent: fees[0]?.makerFeePercent ?? '0',
    takerFeePercent: fees[0]?.takerFeePercent ?? '0',
    fees,
  };
}

/** Returns the maximum number of decimals of a multiple of this step. */
const countDecimals = (step: string): number => (step.split('.')[1] ?? '').replace(/0+$/, '').length;

function computeState(
  isOffered: boolean,
  coin: Coin,
  quote: Quote,
  { opensAt, pauseOf }: TradingState,
  now: number,
): Pick<MarketDetail, 'state' | 'opensAtDateTime'> {
  if (!isOffered) return { state: 'INACTIVE', opensAtDateTime: null };
  const pause = pauseOf(coin, quote, now);
  if (pause) return { state: 'PAUSED', opensAtDateTime: pause.until?.toISOString() ?? null };
  const opens = opensAt(now);
  if (opens) return { state: 'CLOSED', opensAtDateTime: opens.toISOString() };
  return { state: 'OPEN', opensAtDateTime: null };
}
