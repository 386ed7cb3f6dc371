import { averagePrice, formatAmount, formatDecimal, priceDecimals, scaleOf } from '@sarraf/domain';
import type { RecurringPlan, RecurringTurn } from '@sarraf/domain/contracts';
import type { PlanRow } from './plan-store.ts';
import type { TurnRow } from './turn-store.ts';

const toman = (amount: bigint): string => formatAmount(amount, 'TOMAN');
const priceOf = ({ coin }: Pick<PlanRow, 'coin'>, price: bigint): string =>
  formatDecimal(price, scaleOf('TOMAN'), priceDecimals(coin, 'TOMAN'));

export function planView(row: PlanRow): RecurringPlan {
  const { coin } = row;
  const [bought, spent] = [formatAmount(row.bought, coin), toman(row.spent)];
  return {
    id: row.id,
    coin,
    amount: toman(row.budget),
    maxUnitPrice: row.maxPrice === null ? null : priceOf(row, row.maxPrice),
    rhythm: row.rhythm,
    day: row.day,
    hour: row.hour,
    state: row.state,
    nextAtDateTime: row.nextAt?.toISOString() ?? null,
    waiting: row.waitsFor,
    purchases: row.purchases,
    bought,
    spent,
    averagePrice: row.bought === 0n ? null : averagePrice(coin, 'TOMAN', spent, bought),
    createdAtDateTime: row.createdAt.toISOString(),
  };
}

export function turnView(row: TurnRow): RecurringTurn {
  const { coin, amount, unitPrice, fee, total } = row;
  return {
    id: row.id,
    planId: row.planId,
    coin,
    dueAtDateTime: row.dueAt.toISOString(),
    state: row.state,
    reason: row.reason,
    amount: toman(row.budget),
    orderId: row.orderId,
    boughtAmount: amount === null ? null : formatAmount(amount, coin),
    unitPrice: unitPrice === null ? null : priceOf(row, unitPrice),
    fee: fee === null ? null : toman(fee),
    total: total === null ? null : toman(total),
    doneAtDateTime: row.doneAt?.toISOString() ?? null,
  };
}
