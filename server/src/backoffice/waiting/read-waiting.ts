import { formatAmount, isAsset, promiseOf, type WaitingKind } from '@sarraf/domain';
import type { ReplyOf, WaitingItem, waitingNow } from '@sarraf/domain/contracts';
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
): Promise<ReplyOf<typeof waitingNow>['baseDTO']> {
  const by = { staffId: caller.userId, now: context.now() };
  const rows = await readQueues(context.db, kindsFor(caller), by, SHOWN + 1);
  const seen = new Map<WaitingKind, number>();
  const items = rows.filter(({ kind }) => {
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count <= SHOWN;
  });
  return {
    items: items.map(asItem),
    more: [...seen].filter(([, count]) => count > SHOWN).map(([kind]) => kind),
  };
}

function kindsFor(caller: Caller): WaitingKind[] {
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

function asItem(row: QueueRow): WaitingItem {
  const { kind, detail, asset, amount } = row;
  const { promise, dueAt } = promiseOf(kind, row.since.getTime(), row.said?.getTime() ?? null);
  const known = asset !== null && isAsset(asset);
  // The table's constraint limits the values of the column.
  const of = <D>(owner: WaitingKind): D | null => (kind === owner ? (detail as D) : null);
  return {
    kind,
    id: row.id,
    since: row.since.toISOString(),
    promise,
    dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    name: row.name,
    amount: known && amount !== null ? formatAmount(amount, asset) : null,
    relatedCoin: known ? asset : null,
    number: row.number,
    topic: of('TICKET'),
    alarm: of('ALARM'),
    subject: row.subject,
    figure: row.figure,
    row: of('ROW_CHANGE'),
    payout: of('PAYOUT'),
  };
}
