import { decimalText, marketType, readDecimal, scaleOf } from '@sarraf/domain';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useMedia } from '../../lib/browser/media.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useTitle } from '../../lib/navigation/use-title.ts';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Cluster, Stack } from '../../ui/layout/layout.tsx';
import { Balances } from './balances.tsx';
import { ChartPanel } from './market/chart-panel.tsx';
import { MarketHead } from './market/market-head.tsx';
import { type MarketView, useMarketView } from './market/use-market.ts';
import { BookAndTrades } from './order-book/book-and-trades.tsx';
import { OrderBook } from './order-book/order-book.tsx';
import { TradesList } from './order-book/trades-list.tsx';
import type { OrderMarket } from './order-form/form.ts';
import { OrderForm } from './order-form/order-form.tsx';
import { type OrderFormModel, useOrderForm } from './order-form/use-order-form.ts';
import { faceOf } from './orders/order.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import { useLiveOrders, useOpenOrders } from './orders/use-orders.ts';
import { PhoneScreen } from './phone-screen.tsx';
import type { OwnPrices, TradePanel } from './shown.ts';
import css from './trade-screen.module.css';

/** Everything of one market: what others do, one's own orders, and the form for the next. */
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
  const phone = useMedia('(max-width: 720px)');
  const broad = useMedia('(min-width: 1720px)');
  const view = useMarketView(market);
  const model = useOrderForm(view.facts);
  useLiveOrders(model.verified);
  useFirstPrice(model);
  const own = useOwnPrices(model);
  const { setPrice, setKind } = model;
  const takePrice = useLatest((price: bigint) => {
    setKind('limit');
    setPrice(decimalText(price, scaleOf(quote)));
  });
  return (
    <Stack as="main" gap={2} data-wide>
      <MarketHead view={view} />
      {view.facts.inactive && (
        <Callout tone="warn" title={t('inactive.title')} live>
          {t('inactive.text')}
        </Callout>
      )}
      {phone ? (
        <PhoneScreen {...{ view, model, own, part, onPart, takePrice }} />
      ) : (
        <WideScreen {...{ view, model, own, takePrice, broad }} />
      )}
    </Stack>
  );
}

interface WideScreenProps {
  view: MarketView;
  model: OrderFormModel;
  own: OwnPrices;
  takePrice: (price: bigint) => void;
  broad: boolean;
}

/** Lines of one side of the book: all of it and the heads of one's own orders fit in the window. */
const ROWS = 10;
const TALL_ROWS = 14;

function WideScreen({ view, model, own, takePrice, broad }: WideScreenProps) {
  const t = useTranslations('exchange');
  const rows = useMedia('(min-height: 1060px)') ? TALL_ROWS : ROWS;
  const book = <OrderBook view={view} own={own} rows={rows} onPrice={takePrice} />;
  return (
    <div className={css.screen} style={{ '--rows': rows } as CSSProperties}>
      <section className={css.chart} aria-label={t('views.chart')}>
        <ChartPanel view={view} />
      </section>
      {broad ? (
        <>
          <section className={css.book} aria-label={t('book.title')}>
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
      ) : (
        <section className={css.book} aria-label={t('book.title')}>
          <BookAndTrades book={book} trades={<TradesList view={view} />} />
        </section>
      )}
      <div className={css.aside}>
        <section className={css.form} aria-label={t('form.label')}>
          <OrderForm model={model} />
        </section>
        <Balances model={model} />
      </div>
      <section className={css.orders} aria-label={t('orders.title')}>
        <OrdersPanel model={model} />
      </section>
    </div>
  );
}

/** The market's price stands in the form from the start, as long as nothing else was written. */
function useFirstPrice({ lastPrice, terms, form, setPrice, market }: OrderFormModel): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !terms || lastPrice === null) return;
    done.current = true;
    const units = readDecimal(lastPrice, scaleOf(market.quote));
    if (form.price !== '' || !units) return;
    setPrice(decimalText(units - (units % terms.tick), scaleOf(market.quote)));
  });
}

/** Where one's own orders stand in the book. */
function useOwnPrices({ verified, market }: OrderFormModel): OwnPrices {
  const { rows } = useOpenOrders(marketType(market.coin, market.quote), verified);
  return useMemo(() => {
    const prices = (side: 'buy' | 'sell') =>
      rows
        .filter((order) => faceOf(order).side === side)
        .flatMap(({ unitPrice }) => readDecimal(unitPrice, scaleOf(market.quote)) ?? []);
    return { bids: prices('buy'), asks: prices('sell') };
  }, [rows, market.quote]);
}

/** A function that stays the same and does what the newest one does. */
function useLatest<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
