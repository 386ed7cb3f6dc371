import { formatDecimal, formatMarketType, parseDecimal, scaleOf } from '@sarraf/domain';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { useMediaQuery } from '../../lib/browser/media.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { MarketBalances } from './balances.tsx';
import { PanelGrid } from './desk/panel-grid.tsx';
import { getPanelId } from './desk/panel-sizes.ts';
import { ScreenTools } from './desk/screen-tools.tsx';
import { ChartPanel } from './market/chart-panel.tsx';
import { MarketHead } from './market/market-head.tsx';
import type { OwnChartData } from './market/own-marks.ts';
import { type MarketView, useMarketView } from './market/use-market.ts';
import { BookAndTrades } from './order-book/book-and-trades.tsx';
import { OrderBook } from './order-book/order-book.tsx';
import { TradesList } from './order-book/trades-list.tsx';
import type { OrderMarket } from './order-form/form.ts';
import type { ChosenLevel } from './order-form/form-moves.ts';
import { OrderForm } from './order-form/order-form.tsx';
import { type OrderFormModel, useOrderForm } from './order-form/use-order-form.ts';
import { summarizeOrder } from './orders/order.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { useOwnChartData } from './orders/own-on-chart.tsx';
import { useOpenOrders, useOrderUpdates } from './orders/use-orders.ts';
import type { OwnPrices, TradePanel } from './panels.ts';
import { PhoneScreen } from './phone-screen.tsx';
import css from './trade-screen.module.css';
import { useBookRows } from './use-book-rows.ts';

/** Everything of one market: the order book and trades, the person's orders, and the order form. */
export function TradeScreen({
  market,
  part,
  onPart,
}: {
  market: OrderMarket;
  part: TradePanel;
  onPart: (part: TradePanel) => void;
}) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { coin, quote } = market;
  const names = { coin: format.coin(coin), quote: format.coin(quote) };
  useTitle(t('title', names));
  const isPhone = useMediaQuery('(max-width: 720px)');
  const isBroad = useMediaQuery('(min-width: 1720px)');
  const isDesk = useMediaQuery('(min-width: 1181px)');
  const { view, reference } = useMarketView(market);
  const model = useOrderForm(view.facts, reference);
  useOrderUpdates(model.verified);
  usePrefilledPrice(model);
  const ownPrices = useOwnPrices(model);
  const chart = useOwnChartData(model, view.trades.trades);
  const applyLevel = useLatestCallback(model.applyLevel);
  return (
    <Stack as="main" gap={2} data-wide data-desk className={css.desk}>
      <div className={css.top}>
        <MarketHead view={view} />
        {isDesk && <ScreenTools model={model} />}
      </div>
      {view.facts.inactive && (
        <Callout tone="warn" title={t('inactive.title')} live>
          {t('inactive.text')}
        </Callout>
      )}
      {chart.question}
      {isPhone ? (
        <PhoneScreen {...{ view, model, own: ownPrices, part, onPart, applyLevel }} onChart={chart.own} />
      ) : (
        <WideScreen
          {...{ view, model, own: ownPrices, applyLevel, broad: isBroad, desk: isDesk }}
          onChart={chart.own}
        />
      )}
    </Stack>
  );
}

interface WideScreenProps {
  view: MarketView;
  model: OrderFormModel;
  own: OwnPrices;
  onChart: OwnChartData;
  applyLevel: (level: ChosenLevel) => void;
  broad: boolean;
  desk: boolean;
}

function WideScreen({ view, model, own, onChart, applyLevel, broad, desk }: WideScreenProps) {
  const t = useTranslations('exchange');
  const rows = useBookRows();
  const book = <OrderBook view={view} own={own} rows={rows} onLevel={applyLevel} />;
  return (
    <PanelGrid
      rows={rows}
      desk={desk}
      broad={broad}
      chart={
        <section className={css.chart} aria-label={t('views.chart')}>
          <ChartPanel view={view} own={onChart} />
        </section>
      }
      book={broad ? <BroadBook view={view} book={book} /> : <TabbedBook view={view} book={book} />}
      form={
        <div id={getPanelId('form')} className={css.aside}>
          <section className={css.form} aria-label={t('form.label')}>
            <OrderForm model={model} />
          </section>
          <MarketBalances model={model} />
        </div>
      }
      orders={
        <section id={getPanelId('orders')} className={css.orders} aria-label={t('orders.title')}>
          <OrdersPanel model={model} />
        </section>
      }
    />
  );
}

/** Order book and trades side by side. */
function BroadBook({ view, book }: { view: MarketView; book: ReactNode }) {
  const t = useTranslations('exchange');
  return (
    <>
      <section id={getPanelId('book')} className={css.book} aria-label={t('book.title')}>
        <Cluster as="h2" size="sm" className={css.heading}>
          {t('book.title')}
        </Cluster>
        {book}
      </section>
      <section className={css.trades} aria-label={t('trades.title')}>
        <Cluster as="h2" size="sm" className={css.heading}>
          {t('trades.title')}
        </Cluster>
        <TradesList view={view} />
      </section>
    </>
  );
}

function TabbedBook({ view, book }: { view: MarketView; book: ReactNode }) {
  const t = useTranslations('exchange');
  return (
    <section id={getPanelId('book')} className={css.book} aria-label={t('book.title')}>
      <BookAndTrades book={book} trades={<TradesList view={view} />} />
    </section>
  );
}

/** Prefills the form with the market's price, unless something was typed. */
function usePrefilledPrice({ lastPrice, terms, form, setPrice, market }: OrderFormModel): void {
  const isPrefilled = useRef(false);
  useEffect(() => {
    if (isPrefilled.current || !terms || lastPrice === null) return;
    isPrefilled.current = true;
    const units = parseDecimal(lastPrice, scaleOf(market.quote));
    if (form.price !== '' || !units) return;
    setPrice(formatDecimal(units - (units % terms.tick), scaleOf(market.quote)));
  });
}

/** Returns the prices of the person's orders in the order book. */
function useOwnPrices({ verified, market }: OrderFormModel): OwnPrices {
  const { rows } = useOpenOrders(formatMarketType(market.coin, market.quote), verified);
  return useMemo(() => {
    const getPrices = (side: 'buy' | 'sell') =>
      rows
        .filter((order) => summarizeOrder(order).side === side)
        .flatMap(({ unitPrice }) => parseDecimal(unitPrice, scaleOf(market.quote)) ?? []);
    return { bids: getPrices('buy'), asks: getPrices('sell') };
  }, [rows, market.quote]);
}

/** Returns a stable function that calls the latest version of `work`. */
function useLatestCallback<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
