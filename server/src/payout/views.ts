import { formatAmount, formatReceiptNumber } from '@sarraf/domain';
import type { PayoutBatch, PayoutLine } from '@sarraf/domain/contracts';
import type { PayoutContext } from './deps.ts';
import type { LineRow, PayoutRow } from './store.ts';

/** Returns names by user id; unknown users are absent. */
export async function loadNames(
  context: PayoutContext,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const people = await context.people.findAll([...new Set(userIds)]);
  return new Map(
    [...people.values()].map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  );
}

export async function payoutDtos(context: PayoutContext, rows: readonly PayoutRow[]): Promise<PayoutBatch[]> {
  const staff = await context.people.findAll([
    ...new Set(rows.flatMap(({ exportedBy, closedBy }) => [exportedBy ?? [], closedBy ?? []].flat())),
  ]);
  const emailOf = (id: string | null) => (id === null ? null : (staff.get(id)?.email ?? ''));
  return rows.map((row) => ({
    id: row.id,
    day: row.day,
    state: row.state,
    lines: row.lines,
    total: formatAmount(row.total, 'TOMAN'),
    paid: row.paid,
    returned: row.returned,
    exportedBy: emailOf(row.exportedBy),
    exportedAtDateTime: row.exportedAt?.toISOString() ?? null,
    closedBy: emailOf(row.closedBy),
    closedAtDateTime: row.closedAt?.toISOString() ?? null,
  }));
}

export async function payoutLineDtos(
  context: PayoutContext,
  lines: readonly LineRow[],
): Promise<PayoutLine[]> {
  const views = await context.money.payoutViews(lines.map(({ withdrawalId }) => withdrawalId));
  const names = await loadNames(
    context,
    [...views.values()].map(({ userId }) => userId),
  );
  return lines.map(({ withdrawalId, state, reason }) => {
    const view = views.get(withdrawalId);
    return {
      id: withdrawalId,
      number: formatReceiptNumber(withdrawalId),
      name: view?.name ?? names.get(view?.userId ?? '') ?? '',
      bankAccount: view?.masked ?? '',
      amount: formatAmount(view?.receives ?? 0n, 'TOMAN'),
      state,
      reason,
    };
  });
}
