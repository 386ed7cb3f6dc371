import { formatMarketType } from '@sarraf/domain';
import type { CandleInterval } from '@sarraf/domain/contracts';
import { IconChartAreaLine, IconChartCandle, IconChartHistogram, IconLineDashed } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Indicators, STORED_INDICATORS } from '../../../chart/indicators/choice.ts';
import { indicatorMenuPart } from '../../../chart/indicators/part.ts';
import { PriceChart } from '../../../chart/price-chart.tsx';
import { useCandles } from '../../../chart/use-candles.ts';
import { useLazyPartOnDemand } from '../../../framework/loading/use-wanted.ts';
import { type StoredChoice, useStoredChoice } from '../../../lib/browser/use-stored-choice.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { depthPart } from '../order-book/depth-part.ts';
import css from './chart-panel.module.css';
import { lineMenuPart } from './line-part.ts';
import { MenuButton } from './menu-button.tsx';
import { type OwnChartData, toChartMarks } from './own-marks.ts';
import { type DrawnLinesModel, useDrawnLines } from './use-drawn-lines.ts';
import { getPriceDecimals, type MarketView } from './use-market.ts';

const INTERVALS: readonly CandleInterval[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'];
const STORED_INTERVAL: StoredChoice<CandleInterval> = {
  key: 'sarraf.candles',
  read: (text) => INTERVALS.find((interval) => interval === text) ?? '15m',
  write: (interval) => interval,
};

type ChartKind = 'candles' | 'depth';
const CHART_KINDS = { candles: IconChartCandle, depth: IconChartAreaLine };
const STORED_CHART_KIND: StoredChoice<ChartKind> = {
  key: 'sarraf.chart',
  read: (text) => (text === 'depth' ? 'depth' : 'candles'),
  write: (face) => face,
};

interface PanelProps {
  view: MarketView;
  own: OwnChartData;
}

/** The price chart or the depth chart; the choice is stored. */
export const ChartPanel = memo(function ChartPanel({ view, own }: PanelProps) {
  const t = useTranslations('exchange.chart');
  const [interval, setInterval] = useStoredChoice(STORED_INTERVAL);
  const [indicators, setIndicators] = useStoredChoice(STORED_INDICATORS);
  const [chartKind, setChartKind] = useStoredChoice(STORED_CHART_KIND);
  const depth = useLazyPartOnDemand(depthPart, chartKind === 'depth', () => setChartKind('candles'));
  const { drawn, onChart, onPlace } = useDrawnLines(view, own);
  const candles = chartKind === 'candles';
  return (
    <div className={css.panel}>
      <div className={css.bar}>
        <div className={css.scroll}>
          {candles && drawn.placing && <PlacingHint drawn={drawn} />}
          {candles && !drawn.placing && (
            <Segmented
              size="s"
              label={t('interval')}
              value={interval}
              onChange={setInterval}
              segments={INTERVALS.map((key) => ({ key, label: t(key) }))}
              className={css.intervals ?? ''}
            />
          )}
        </div>
        <div className={css.tools}>
          {candles && (
            <>
              <MenuButton label={t('lines')} icon={<IconLineDashed size={18} />} part={lineMenuPart}>
                {({ LineMenu }, menu) => <LineMenu {...menu} market={view.facts.market} drawn={drawn} />}
              </MenuButton>
              <MenuButton
                label={t('indicators')}
                icon={<IconChartHistogram size={18} />}
                part={indicatorMenuPart}
              >
                {({ IndicatorMenu }, menu) => (
                  <IndicatorMenu {...menu} indicators={indicators} onChange={setIndicators} />
                )}
              </MenuButton>
            </>
          )}
          <Segmented
            size="s"
            label={t('face')}
            value={chartKind}
            onChange={setChartKind}
            segments={(['candles', 'depth'] as const).map((key) => ({
              key,
              label: <ChartKindIcon of={key} name={t(key)} />,
            }))}
            className={css.faces ?? ''}
          />
        </div>
      </div>
      {candles ? (
        <CandleChart {...{ view, interval, indicators, onPlace }} own={onChart} />
      ) : depth ? (
        <depth.DepthChart view={view} />
      ) : (
        <div className={css.chart}>
          <Skeleton height="100%" />
        </div>
      )}
    </div>
  );
});

/** Explains that the next press draws a line, with a cancel button. */
function PlacingHint({ drawn }: { drawn: DrawnLinesModel }) {
  const t = useTranslations('exchange.chart');
  const action = useTranslations('action');
  return (
    <Cluster gap={3} size="s" align="center" className={css.placing}>
      <span role="status">{t('placing')}</span>
      <ChangeLink text={action('cancel')} onClick={() => drawn.setPlacing(false)} />
    </Cluster>
  );
}

function ChartKindIcon({ of, name }: { of: ChartKind; name: string }) {
  const Sign = CHART_KINDS[of];
  return (
    <span title={name} className={css.face}>
      <Sign size={18} aria-hidden />
      <span className="hidden">{name}</span>
    </span>
  );
}

interface CandleChartProps extends PanelProps {
  interval: CandleInterval;
  indicators: Indicators;
  onPlace: ((price: number) => void) | undefined;
}

/** Candles of the market, with its last price and the person's own orders and trades. */
function CandleChart({ view, own, interval, indicators, onPlace }: CandleChartProps) {
  const t = useTranslations('exchange.chart');
  const format = useFormat();
  const { market, lastPrice } = view.facts;
  const { coin, quote } = market;
  const type = formatMarketType(coin, quote);
  const candles = useCandles(type, interval);
  const marks = useMemo(() => toChartMarks(own.fills, interval), [own.fills, interval]);
  return (
    <PriceChart
      key={`${type} ${interval}`}
      {...candles}
      kind="candles"
      lines={own.lines}
      marks={marks}
      onMove={own.onMove}
      onPlace={onPlace}
      indicators={indicators}
      tag={lastPrice === null ? null : { price: lastPrice, reference: view.priceOf === 'REFERENCE' }}
      coin={coin}
      priceDecimals={getPriceDecimals(market)}
      label={t('label', {
        coin: format.coin(coin),
        quote: format.coin(quote),
        interval: t(interval),
      })}
      className={css.chart ?? ''}
    />
  );
}
