import { marketType } from '@sarraf/domain';
import type { CandleInterval } from '@sarraf/domain/contracts';
import { IconChartAreaLine, IconChartCandle, IconChartHistogram, IconLineDashed } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { type Indicators, KEPT_INDICATORS } from '../../../chart/indicators/choice.ts';
import { indicatorMenuPart } from '../../../chart/indicators/part.ts';
import { PriceChart } from '../../../chart/price-chart.tsx';
import { useCandles } from '../../../chart/use-candles.ts';
import { type Kept, useKept } from '../../../lib/browser/use-kept.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useWanted } from '../../../lib/loading/use-wanted.ts';
import { ChangeLink } from '../../../ui/buttons/change-link.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { depthPart } from '../order-book/depth-part.ts';
import css from './chart-panel.module.css';
import { lineMenuPart } from './line-part.ts';
import { MenuButton } from './menu-button.tsx';
import { marksOf, type OwnOnChart } from './own-marks.ts';
import { type DrawnLines, useDrawnLines } from './use-drawn-lines.ts';
import { decimalsOf, type MarketView } from './use-market.ts';

const INTERVALS: readonly CandleInterval[] = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'];
const KEPT_INTERVAL: Kept<CandleInterval> = {
  key: 'sarraf.candles',
  read: (text) => INTERVALS.find((interval) => interval === text) ?? '15m',
  write: (interval) => interval,
};

type Face = 'candles' | 'depth';
const FACES = { candles: IconChartCandle, depth: IconChartAreaLine };
const KEPT_FACE: Kept<Face> = {
  key: 'sarraf.chart',
  read: (text) => (text === 'depth' ? 'depth' : 'candles'),
  write: (face) => face,
};

interface PanelProps {
  view: MarketView;
  own: OwnOnChart;
}

/** The price chart or the depth chart; the choice is stored. */
export const ChartPanel = memo(function ChartPanel({ view, own }: PanelProps) {
  const t = useTranslations('exchange.chart');
  const [interval, setInterval] = useKept(KEPT_INTERVAL);
  const [indicators, setIndicators] = useKept(KEPT_INDICATORS);
  const [face, setFace] = useKept(KEPT_FACE);
  const depth = useWanted(depthPart, face === 'depth', () => setFace('candles'));
  const { drawn, onChart, onPlace } = useDrawnLines(view, own);
  const candles = face === 'candles';
  return (
    <div className={css.panel}>
      <div className={css.bar}>
        <div className={css.scroll}>
          {candles && drawn.placing && <Placing drawn={drawn} />}
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
            value={face}
            onChange={setFace}
            segments={(['candles', 'depth'] as const).map((key) => ({
              key,
              label: <FaceSign of={key} name={t(key)} />,
            }))}
            className={css.faces ?? ''}
          />
        </div>
      </div>
      {candles ? (
        <Candlesticks {...{ view, interval, indicators, onPlace }} own={onChart} />
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
function Placing({ drawn }: { drawn: DrawnLines }) {
  const t = useTranslations('exchange.chart');
  const action = useTranslations('action');
  return (
    <Cluster gap={3} size="s" align="center" className={css.placing}>
      <span role="status">{t('placing')}</span>
      <ChangeLink text={action('cancel')} onClick={() => drawn.setPlacing(false)} />
    </Cluster>
  );
}

function FaceSign({ of, name }: { of: Face; name: string }) {
  const Sign = FACES[of];
  return (
    <span title={name} className={css.face}>
      <Sign size={18} aria-hidden />
      <span className="hidden">{name}</span>
    </span>
  );
}

interface CandlesticksProps extends PanelProps {
  interval: CandleInterval;
  indicators: Indicators;
  onPlace: ((price: number) => void) | undefined;
}

/** Candles of the market, with its last price and the person's own orders and trades. */
function Candlesticks({ view, own, interval, indicators, onPlace }: CandlesticksProps) {
  const t = useTranslations('exchange.chart');
  const format = useFormat();
  const { market, lastPrice } = view.facts;
  const { coin, quote } = market;
  const type = marketType(coin, quote);
  const candles = useCandles(type, interval);
  const marks = useMemo(() => marksOf(own.fills, interval), [own.fills, interval]);
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
      priceDecimals={decimalsOf(market)}
      label={t('label', {
        coin: format.coin(coin),
        quote: format.coin(quote),
        interval: t(interval),
      })}
      className={css.chart ?? ''}
    />
  );
}
