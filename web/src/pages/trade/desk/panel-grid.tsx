import type { CSSProperties, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import { Separator } from '../../../ui/layout/separator.tsx';
import css from '../trade-screen.module.css';
import {
  getPanelId,
  PANELS,
  SIZED_PANELS,
  type SizedPanel,
  STORED_SIZES,
  setPanelSize,
} from './panel-sizes.ts';

const EDGES = { book: css.bookEdge, form: css.formEdge, orders: css.ordersEdge };

interface PanelGridProps {
  /** Lines on one side of the order book. */
  rows: number;
  /** Everything fits in the window: panels can be resized. */
  desk: boolean;
  /** The trades have a column of their own. */
  broad: boolean;
  /** The panels do not re-render while one is resized. */
  chart: ReactNode;
  book: ReactNode;
  form: ReactNode;
  orders: ReactNode;
}

/** The panels of the trade screen, with movable separators between them; in reading order. */
export function PanelGrid({ rows, desk, broad, chart, book, form, orders }: PanelGridProps) {
  const t = useTranslations('exchange.desk.resize');
  const [sizes, setSizes] = useStoredChoice(STORED_SIZES);
  const chosen = SIZED_PANELS.map((panel) => [`--${panel}-size`, sizes[panel] && `${sizes[panel]}px`]);
  const renderSeparator = (panel: SizedPanel) =>
    desk && (
      <Separator
        label={t(panel)}
        panelId={getPanelId(panel)}
        {...PANELS[panel]}
        onSize={(size) => setSizes(setPanelSize(sizes, panel, size))}
        className={EDGES[panel]}
      />
    );
  return (
    <div
      className={css.screen}
      data-broad={broad || undefined}
      style={{ '--rows': rows, ...Object.fromEntries(chosen) } as CSSProperties}
    >
      {chart}
      {renderSeparator('orders')}
      {renderSeparator('book')}
      {book}
      {renderSeparator('form')}
      {form}
      {orders}
    </div>
  );
}
