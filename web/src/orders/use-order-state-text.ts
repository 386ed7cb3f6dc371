import type { Order } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { getOrderState } from './order.ts';

/** "Filled", "Open, 40% filled", "25% filled, rest cancelled". */
export function useOrderStateText(): (order: Order) => string {
  const t = useTranslations('markets.order.state');
  const { percent } = useFormat();
  return (order) => {
    const state = getOrderState(order);
    return state === 'partly' || state === 'partEnded'
      ? t(state, { percent: percent(String(order.executedPercent)) })
      : t(state);
  };
}
