import { useState } from 'react';
import { useFormat } from '../../lib/use-format.ts';
import type { Money } from './chart-line.ts';

/** In which money the dashboard reckons: Toman for those who read Persian, until they choose. */
export function useMoney(): [Money, (money: Money) => void] {
  const { language } = useFormat();
  const [chosen, choose] = useState<Money | null>(null);
  return [chosen ?? (language === 'fa' ? 'TOMAN' : 'TETHER'), choose];
}
