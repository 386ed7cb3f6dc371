import { formatMarketType, priceDecimals } from '@sarraf/domain';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { PriceChart } from '../../chart/price-chart.tsx';
import { useCandles } from '../../chart/use-candles.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Market } from '../../trade-box/form.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './chart-card.module.css';
import { type ChartView, getChartView, hasFewCandles, SPANS, type Span } from './spans.ts';

const KINDS = ['area', 'candles'] as const;

/** The market's price chart, from the beginning of the year unless another span is chosen. */
export function ChartCard({ market }: { market: Market }) {
  const { coin, quote } = market;
  const t = useTranslations('markets');
  const format = useFormat();
  const { language } = format;
  const [span, setSpan] = useState<Span>('toDate');
  const [kind, setKind] = useState<(typeof KINDS)[number]>('area');
  // Fixed for the whole visit: the span must not move while it is read.
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const view = useMemo(() => getChartView(span, now, language), [span, now, language]);
  const { candles, interval } = useFittingCandles(market, view);
  return (
    <Card className={css.card} aria-label={t('chart.label', labelValues(format, market, t(`span.${span}`)))}>
      <Cluster gap={2} justify="between" wrap className={css.bar}>
        <Segmented
          size="s"
          label={t('span.label')}
          value={span}
          onChange={setSpan}
          segments={SPANS.map((key) => ({ key, label: t(`span.${key}`) }))}
        />
        <Segmented
          size="s"
          label={t('kind.label')}
          className={css.kinds}
          value={kind}
          onChange={setKind}
          segments={KINDS.map((key) => ({ key, label: t(`kind.${key}`) }))}
        />
      </Cluster>
      <PriceChart
        key={`${span} ${interval}`}
        {...candles}
        kind={kind}
        coin={coin}
        priceDecimals={priceDecimals(coin, quote)}
        from={view.from}
        label={t('chart.label', labelValues(format, market, t(`span.${span}`)))}
        className={css.chart}
      />
    </Card>
  );
}

const labelValues = ({ coin }: ReturnType<typeof useFormat>, market: Market, span: string) => ({
  coin: coin(market.coin),
  unit: coin(market.quote),
  span,
});

/** Uses shorter candles if the market is too young for the span's interval. */
function useFittingCandles({ coin, quote }: Market, view: ChartView) {
  const name = formatMarketType(coin, quote);
  const chosenCandles = useCandles(name, view.interval);
  const isYoungMarket =
    chosenCandles.candles !== undefined && hasFewCandles(chosenCandles.candles, view.from);
  const interval = isYoungMarket ? view.finer : view.interval;
  const fittingCandles = useCandles(name, interval);
  return { candles: fittingCandles, interval };
}
