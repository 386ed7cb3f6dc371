import { useTranslations } from 'use-intl';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { computeBarHeights } from './bars.ts';
import own from './figures.module.css';

export type PeriodUnit = 'DAY' | 'MONTH';

interface TileProps {
  label: string;
  hint: string | null;
  /** Null: not measured. */
  value: string | null;
  before: string | null;
  /** The newest first, as in the reply; drawn from the oldest. */
  values: readonly (string | number | null)[];
  per: PeriodUnit;
}

const HEIGHT = 36;
const STEP = 8;

/** One statistic: its current and previous value, and its development. */
export function StatisticTile({ label, hint, value, before, values, per }: TileProps) {
  const t = useTranslations('staffFigures.figures');
  return (
    <Stack as="article" gap="line" className={own.tile} aria-label={label}>
      <h3>{label}</h3>
      <p className={own.value}>
        {value ?? (
          <Text as="span" size="sm" tone="faint" weight={400}>
            {t('unseen')}
          </Text>
        )}
      </p>
      <p className={own.before}>{t(`before.${per}`, { value: before ?? '—' })}</p>
      <Bars values={[...values].reverse()} />
      {hint && <p className={own.hint}>{hint}</p>}
    </Stack>
  );
}

/** The table below has the same numbers. Time runs left to right in both languages. */
function Bars({ values }: { values: TileProps['values'] }) {
  const bars = computeBarHeights(values, HEIGHT);
  const width = values.length * STEP;
  return (
    <svg
      className={own.bars}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      height={HEIGHT}
      aria-hidden
    >
      {bars.map((height, at) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its index.
          key={at}
          className={at === bars.length - 1 ? own.now : own.bar}
          x={at * STEP + 1}
          y={HEIGHT - height}
          width={STEP - 2}
          height={height}
          rx={1}
        />
      ))}
      <line className={own.floor} x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
    </svg>
  );
}
