import type { Side } from '@sarraf/domain';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { MarketBalances } from './balances.tsx';
import { ChartPanel } from './market/chart-panel.tsx';
import type { OwnChartData } from './market/own-marks.ts';
import type { MarketView } from './market/use-market.ts';
import { OrderBook } from './order-book/order-book.tsx';
import { TradesList } from './order-book/trades-list.tsx';
import type { ChosenLevel } from './order-form/form-moves.ts';
import { OrderForm } from './order-form/order-form.tsx';
import type { OrderFormModel } from './order-form/use-order-form.ts';
import { OrdersPanel } from './orders/orders-panel.tsx';
import type { OwnPrices, TradePanel } from './panels.ts';
import css from './phone-screen.module.css';

const PARTS: readonly TradePanel[] = ['chart', 'book', 'trades', 'orders'];
const ROWS = 7;

interface PhoneScreenProps {
  view: MarketView;
  model: OrderFormModel;
  own: OwnPrices;
  onChart: OwnChartData;
  part: TradePanel;
  onPart: (part: TradePanel) => void;
  applyLevel: (level: ChosenLevel) => void;
}

/** Shows one panel at a time; the form opens as a sheet from below, within reach of the thumb. */
export function PhoneScreen({ view, model, own, onChart, part, onPart, applyLevel }: PhoneScreenProps) {
  const t = useTranslations('exchange');
  const [isFormOpen, setIsFormOpen] = useState(false);
  const openForm = (side: Side) => {
    if (side !== model.form.side) model.setSide(side);
    setIsFormOpen(true);
  };
  const parts = {
    chart: () => (
      <div className={css.chart}>
        <ChartPanel view={view} own={onChart} />
      </div>
    ),
    book: () => (
      <OrderBook
        view={view}
        own={own}
        rows={ROWS}
        onLevel={(level) => {
          applyLevel(level);
          setIsFormOpen(true);
        }}
      />
    ),
    trades: () => (
      <div className={css.trades}>
        <TradesList view={view} />
      </div>
    ),
    orders: () => (
      <div className={css.orders}>
        <OrdersPanel model={model} />
        <MarketBalances model={model} />
      </div>
    ),
  };
  return (
    <div className={css.screen}>
      <div className={css.parts}>
        <Tabs
          label={t('views.label')}
          value={part}
          onChange={onPart}
          tabs={PARTS.map((key) => ({ key, label: t(`views.${key}`) }))}
        >
          {parts[part]()}
        </Tabs>
      </div>
      <div className={css.bar}>
        <Button size="l" className={css.buy} aria-haspopup="dialog" onClick={() => openForm('buy')}>
          {t('form.buy')}
        </Button>
        <Button size="l" className={css.sell} aria-haspopup="dialog" onClick={() => openForm('sell')}>
          {t('form.sell')}
        </Button>
      </div>
      <Modal
        open={isFormOpen}
        onClose={() => setIsFormOpen(false)}
        title={<SheetTitle model={model} />}
        dismissible={!model.placing.sending}
      >
        <OrderForm model={model} />
      </Modal>
    </div>
  );
}

/** The market of the form. */
function SheetTitle({ model }: { model: OrderFormModel }) {
  const t = useTranslations('exchange');
  const format = useFormat();
  const { coin, quote } = model.market;
  return <>{t('heading', { coin: format.coin(coin), quote: format.coin(quote) })}</>;
}
