import type { CSSProperties, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useKept } from '../../../lib/browser/use-kept.ts';
import { Separator } from '../../../ui/layout/separator.tsx';
import css from '../trade-screen.module.css';
import { idOfPanel, KEPT_SIZES, PANELS, SIZED_PANELS, type SizedPanel, withSize } from './panel-sizes.ts';

const EDGES = { book: css.bookEdge, form: css.formEdge, orders: css.ordersEdge };

interface PanelGridProps {
  /** Lines of one side of the book. */
  rows: number;
  /** Everything is in the window: panels can be made larger and smaller. */
  desk: boolean;
  /** None of them is drawn again while a panel is made larger. */
  chart: ReactNode;
  book: ReactNode;
  form: ReactNode;
  orders: ReactNode;
}

/** The places of the desk's panels, with the lines between them that can be moved; they follow each other as they are read. */
export function PanelGrid({ rows, desk, chart, book, form, orders }: PanelGridProps) {
  const t = useTranslations('exchange.desk.resize');
  const [sizes, setSizes] = useKept(KEPT_SIZES);
  const chosen = SIZED_PANELS.map((panel) => [`--${panel}-size`, sizes[panel] && `${sizes[panel]}px`]);
  const edge = (panel: SizedPanel) =>
    desk && (
      <Separator
        label={t(panel)}
        panelId={idOfPanel(panel)}
        {...PANELS[panel]}
        onSize={(size) => setSizes(withSize(sizes, panel, size))}
        className={EDGES[panel]}
      />
    );
  return (
    <div className={css.screen} style={{ '--rows': rows, ...Object.fromEntries(chosen) } as CSSProperties}>
      {chart}
      {edge('orders')}
      {edge('book')}
      {book}
      {edge('form')}
      {form}
      {orders}
    </div>
  );
}
