import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { stateOf } from './order.ts';

/** "Filled", "Open, 40% filled", "25% filled, rest cancelled". */
export function useOrderState(): (order: Order) => string {
  const t = useTranslations('markets.order.state');
  const { percent } = useFormat();
  return (order) => {
    const state = stateOf(order);
    return state === 'partly' || state === 'partEnded'
      ? t(state, { percent: percent(String(order.executedPercent)) })
      : t(state);
  };
}
