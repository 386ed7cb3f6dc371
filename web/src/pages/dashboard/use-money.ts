import { useState } from 'react';
import { useFormat } from '../../lib/format/use-format.ts';
import type { ChartMoney } from './chart-line.ts';

/** Returns the quote of the dashboard's values: Toman for Persian readers, until they choose. */
export function useDashboardMoney(): [ChartMoney, (money: ChartMoney) => void] {
  const { language } = useFormat();
  const [chosen, setChosen] = useState<ChartMoney | null>(null);
  return [chosen ?? (language === 'fa' ? 'TOMAN' : 'TETHER'), setChosen];
}
