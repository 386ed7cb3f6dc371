import { computeAveragePrice, formatAmount, formatDecimal, priceDecimals, scaleOf } from '@sarraf/domain';
import type { RecurringPlan, RecurringTurn } from '@sarraf/domain/contracts';
import type { PlanRow } from './plan-store.ts';
import type { TurnRow } from './turn-store.ts';

const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN');
const formatPrice = ({ coin }: Pick<PlanRow, 'coin'>, price: bigint): string =>
  formatDecimal(price, scaleOf('TOMAN'), priceDecimals(coin, 'TOMAN'));

export function recurringPlanDto(row: PlanRow): RecurringPlan {
  const { coin } = row;
  const [bought, spent] = [formatAmount(row.bought, coin), formatToman(row.spent)];
  return {
    id: row.id,
    coin,
    amount: formatToman(row.budget),
    maxUnitPrice: row.maxPrice === null ? null : formatPrice(row, row.maxPrice),
    rhythm: row.rhythm,
    day: row.day,
    hour: row.hour,
    state: row.state,
    nextAtDateTime: row.nextAt?.toISOString() ?? null,
    waiting: row.waitsFor,
    purchases: row.purchases,
    bought,
    spent,
    averagePrice: row.bought === 0n ? null : computeAveragePrice(coin, 'TOMAN', spent, bought),
    createdAtDateTime: row.createdAt.toISOString(),
  };
}

export function recurringTurnDto(row: TurnRow): RecurringTurn {
  const { coin, amount, unitPrice, fee, total } = row;
  return {
    id: row.id,
    planId: row.planId,
    coin,
    dueAtDateTime: row.dueAt.toISOString(),
    state: row.state,
    reason: row.reason,
    amount: formatToman(row.budget),
    orderId: row.orderId,
    boughtAmount: amount === null ? null : formatAmount(amount, coin),
    unitPrice: unitPrice === null ? null : formatPrice(row, unitPrice),
    fee: fee === null ? null : formatToman(fee),
    total: total === null ? null : formatToman(total),
    doneAtDateTime: row.doneAt?.toISOString() ?? null,
  };
}
