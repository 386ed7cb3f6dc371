import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format/use-format.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import type { ChartMoney } from './chart-line.ts';

export interface MoneyProps {
  money: ChartMoney;
  onMoney: (money: ChartMoney) => void;
}

export function MoneySwitch({ money, onMoney }: MoneyProps) {
  const t = useTranslations('dashboard');
  const { unit } = useFormat();
  return (
    <Segmented
      label={t('money')}
      size="s"
      segments={(['TOMAN', 'TETHER'] as const).map((key) => ({ key, label: unit(key) }))}
      value={money}
      onChange={onMoney}
    />
  );
}
