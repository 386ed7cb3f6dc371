import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { cx } from '../../ui/class-names.ts';
import { Cluster, Text } from '../../ui/layout/layout.tsx';
import { Percent } from '../../ui/values/percent.tsx';
import type { ChartMoney } from './chart-line.ts';
import css from './gain.module.css';

interface GainProps {
  /** Signed decimal text; null shows a dash. */
  value: string | null | undefined;
  money: ChartMoney;
  /** In percent of the cost, beside it. */
  percent?: string | null;
  className?: string;
}

/** What was won or lost: sign, colour and, where it is known, how much of the cost it is. */
export function Gain({ value, money, percent, className }: GainProps) {
  const t = useTranslations('dashboard.profit');
  const { amount, unit } = useFormat();
  if (value == null)
    return (
      <Text as="span" tone="faint">
        —
      </Text>
    );
  const falls = value.startsWith('-');
  const size = amount(falls ? value.slice(1) : value, money);
  // What rounds to nothing has no direction.
  const any = size !== amount('0', money);
  return (
    <span className={cx(css.gain, any && (falls ? css.down : css.up), className)}>
      <Cluster as="span" inline gap={1} align="baseline" weight={600} className={css.size}>
        {any && <span className="hidden">{t(falls ? 'falls' : 'rises')}</span>}
        <bdi dir="ltr">
          {any && (falls ? '−' : '+')}
          {size}
        </bdi>
        <small>{unit(money)}</small>
      </Cluster>
      {percent != null && any && <Percent value={percent} className={css.percent} />}
    </span>
  );
}
