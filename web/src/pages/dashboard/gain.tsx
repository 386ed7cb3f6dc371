import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { cx } from '../../ui/class-names.ts';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import { Money } from '../../ui/values/money.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import type { ChartMoney } from './chart-line.ts';
import css from './gain.module.css';

interface GainProps {
  /** Signed decimal text; null shows a dash. */
  value: string | null | undefined;
  money: ChartMoney;
  /** In percent of the cost, shown next to it. */
  percent?: string | null;
  className?: string | undefined;
}

/** A gain or loss with sign, colour and, if known, its percentage of the cost. */
export function Gain({ value, money, percent, className }: GainProps) {
  const t = useTranslations('dashboard.profit');
  const { amount } = useFormat();
  if (value == null)
    return (
      <Text as="span" tone="faint">
        —
      </Text>
    );
  const isLoss = value.startsWith('-');
  const magnitude = isLoss ? value.slice(1) : value;
  // A value displayed as zero has no direction.
  const isNonZero = amount(magnitude, money) !== amount('0', money);
  return (
    <span className={cx(css.gain, isNonZero && (isLoss ? css.down : css.up), className)}>
      <Cluster as="span" inline gap={1} align="baseline" weight={600} className={css.size}>
        {isNonZero && <span className="hidden">{t(isLoss ? 'falls' : 'rises')}</span>}
        <Money value={magnitude} asset={money} sign={isNonZero && (isLoss ? '−' : '+')} />
      </Cluster>
      {percent != null && isNonZero && <Percent value={percent} className={css.percent} />}
    </span>
  );
}
