import {
  type Coin,
  type Ppm,
  parseDecimal,
  pausablesForFeature,
  pausablesForTrade,
  type QuickTradeLimits,
  type Side,
  scaleOf,
} from '@sarraf/domain';
import type { Pause } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLanguage } from '../framework/i18n/language.ts';
import { useFeeRate } from '../lib/market/fee-rate.ts';
import { usePause } from '../lib/pauses.ts';
import { coinDetailsQuery } from '../lib/queries/queries.ts';
import { type Session, useSession } from '../lib/session/session.ts';
import {
  type AmountEntry,
  createEmptyForm,
  findRemedy,
  findTradeBlocker,
  formatLines,
  formatWholeBalance,
  getEntry,
  getLineAsset,
  getMarket,
  type Market,
  paidLine,
  parseLimits,
  planQuickTrade,
  type QuickTradePlan,
  type QuoteLine,
  type Remedy,
  setEntryText,
  type TradeBlocker,
  type TradeConditions,
  type TradeForm,
} from './form.ts';
import { useBalances } from './use-balances.ts';
import { type MarketPrice, useHeldPrice } from './use-held-price.ts';

export interface TradeBoxState {
  session: Session;
  side: Side;
  market: Market;
  price: MarketPrice;
  /** Null if nothing is typed or no price is known. */
  deal: QuickTradePlan | null;
  /** The line that the person typed last; null for none. */
  entry: AmountEntry | null;
  texts: Record<QuoteLine, string>;
  feeRate: Ppm;
  limits: QuickTradeLimits;
  /** `loading` until the coin's limits are loaded, `unknown` if that failed. */
  limitsState: 'known' | 'loading' | 'unknown';
  /** Spendable balance of the paid asset as decimal text; null if unknown or hidden. */
  balance: string | null;
  reason: TradeBlocker | null;
  /** The violated limit, in the unit that the person typed. */
  remedy: Remedy | null;
  /** A pause of quick trades, of the market or of its coin. */
  pause: Pause | null;
  setSide: (side: Side) => void;
  setCoin: (coin: Coin) => void;
  setQuote: (quote: Market['quote']) => void;
  setLineText: (line: QuoteLine, text: string) => void;
  enterWholeBalance: () => void;
  clear: () => void;
}

/** State and actions of the box; the rules are in `form.ts`. */
export function useTradeBox(
  preset: { coin?: Coin; side?: Side; quote?: Market['quote']; entry?: AmountEntry } = {},
): TradeBoxState {
  const language = useLanguage();
  const session = useSession();
  const [form, setForm] = useState<TradeForm>(() => ({
    ...createEmptyForm(preset.coin, preset.side, preset.quote),
    entry: preset.entry ?? null,
  }));
  const { side } = form;
  const market = useStableMarket(getMarket(form, language));
  const price = useHeldPrice(market, side);
  const pause = usePause([
    ...pausablesForFeature('QUICK_TRADE'),
    ...pausablesForTrade(market.coin, market.quote),
  ]);
  const details = useQuery(coinDetailsQuery(language));
  const detail = details.data?.find((row) => row.name === market.coin);
  const limits = useMemo(() => parseLimits(market.coin, detail), [market.coin, detail]);
  const feeRate = useFeeRate(session.account, market.quote);
  const balances = useBalances(session.authorized && !session.supervisor);
  const paidAsset = getLineAsset(paidLine(side), market);
  const balance = balances?.[paidAsset]?.credit ?? null;

  const unitPrice = price.held?.unitPrice ?? null;
  const plan = useMemo(
    () => planQuickTrade(form, market, unitPrice, feeRate),
    [form, market, unitPrice, feeRate],
  );
  const conditions: TradeConditions = {
    limits,
    supervisor: session.supervisor,
    halted: price.halted,
    balance: balance === null ? null : parseDecimal(balance, scaleOf(paidAsset)),
  };
  const reason = findTradeBlocker(form, market, plan, conditions);

  return {
    session,
    side,
    market,
    price,
    deal: plan,
    entry: getEntry(form, market),
    texts: formatLines(form, market, plan),
    feeRate,
    limits,
    limitsState: detail ? 'known' : details.isError ? 'unknown' : 'loading',
    balance,
    reason,
    remedy: findRemedy(reason, form, market, unitPrice, feeRate, conditions),
    pause,
    setSide: (next) => setForm((old) => ({ ...old, side: next })),
    setCoin: (coin) => setForm((old) => ({ ...old, coin })),
    setQuote: (quote) => setForm((old) => ({ ...old, coin: market.coin, quote })),
    setLineText: (line, text) => setForm((old) => setEntryText(old, market, line, text)),
    enterWholeBalance: () => {
      const units = balance === null ? null : parseDecimal(balance, scaleOf(paidAsset));
      if (units === null) return;
      setForm((old) => setEntryText(old, market, paidLine(side), formatWholeBalance(side, market, units)));
    },
    clear: () => setForm((old) => ({ ...old, entry: null })),
  };
}

/** Returns the same object while the market is the same. */
function useStableMarket({ coin, quote }: Market): Market {
  return useMemo(() => ({ coin, quote }), [coin, quote]);
}
