import { formatAmount, getStaffDeadline, isAsset, type WaitingKind } from '@sarraf/domain';
import type { ReplyOf, WaitingItem, waitingItems } from '@sarraf/domain/contracts';
import type { Caller } from '../../platform/http/http.ts';
import type { BackofficeContext } from '../deps.ts';
import { isReviewer, isSupportStaff, isTreasurer } from '../staff.ts';
import { type QueueRow, readQueues } from './queues.ts';

const SHOWN = 20;

/**
 * Returns the caller's pending decisions, longest waiting first. Names are only included for roles whose queue
 * shows them as well.
 */
export async function readWaiting(
  context: BackofficeContext,
  caller: Caller,
): Promise<ReplyOf<typeof waitingItems>['baseDTO']> {
  const reader = { staffId: caller.userId, now: context.now() };
  const rows = await readQueues(context.db, listVisibleKinds(caller), reader, SHOWN + 1);
  const countByKind = new Map<WaitingKind, number>();
  const items = rows.filter(({ kind }) => {
    const count = (countByKind.get(kind) ?? 0) + 1;
    countByKind.set(kind, count);
    return count <= SHOWN;
  });
  return {
    items: items.map(toWaitingItem),
    more: [...countByKind].filter(([, count]) => count > SHOWN).map(([kind]) => kind),
  };
}

function listVisibleKinds(caller: Caller): WaitingKind[] {
  return [
    ...(isTreasurer(caller)
      ? ([
          'ALARM',
          'WITHDRAWAL',
          'PAYOUT',
          'COIN_DEPOSIT',
          'BANK_DEPOSIT',
          'SUSPENDED_PAYMENT',
          'GATEWAY_SETTLEMENT',
          'REFUND',
        ] as const)
      : []),
    ...(isSupportStaff(caller) ? (['TICKET'] as const) : []),
    ...(isReviewer(caller) ? (['REVIEW', 'COMPANY_APPLICATION', 'RECOVERY'] as const) : []),
    ...(caller.staffRoles.includes('admin') ? (['ROW_CHANGE'] as const) : []),
  ];
}

function toWaitingItem(row: QueueRow): WaitingItem {
  const { kind, detail, asset, amount } = row;
  const { promise, dueAt } = getStaffDeadline(kind, row.since.getTime(), row.said?.getTime() ?? null);
  const hasKnownAsset = asset !== null && isAsset(asset);
  // The table's constraint limits the values of the column.
  const detailOf = <D>(owner: WaitingKind): D | null => (kind === owner ? (detail as D) : null);
  return {
    kind,
    id: row.id,
    since: row.since.toISOString(),
    promise,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    name: row.name,
    amount: hasKnownAsset && amount !== null ? formatAmount(amount, asset) : null,
    relatedCoin: hasKnownAsset ? asset : null,
    number: row.number,
    topic: detailOf('TICKET'),
    alarm: detailOf('ALARM'),
    subject: row.subject,
    figure: row.figure,
    row: detailOf('ROW_CHANGE'),
    payout: detailOf('PAYOUT'),
  };
}
