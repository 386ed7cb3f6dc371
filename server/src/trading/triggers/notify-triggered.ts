import { formatAmount } from '@sarraf/domain';
import { type People, recipientOf } from '../../identity/index.ts';
import type { Messaging, Notice } from '../../messaging/index.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Follower } from '../../platform/jobs/follow.ts';
import { isBuy } from '../orders/order.ts';
import { claimOutcomes, type OutcomeRow, readOutcomesWaitingSince } from './outcome-store.ts';

interface Deps {
  db: Db;
  people: Pick<People, 'findAll'>;
  notifyAll: Messaging['notifyAll'];
}

/** Outcomes notified in one transaction. */
const CHUNK_SIZE = 200;

/**
 * Notifies people of the outcome of their orders that waited for a price. The outcome is written in the batch that
 * caused it, and deleted in the transaction that writes the notice: each is notified once, whatever process is
 * killed. Market makers, who have thousands a day, are not notified.
 */
export const createTriggerNotifier = (deps: Deps): Follower<'triggered-orders'> => ({
  name: 'triggered-orders',
  step: () => notifyTriggered(deps),
  waitingSince: () => readOutcomesWaitingSince(deps.db),
});

/** Handles one chunk of outcomes. True: there may be more. */
export const notifyTriggered = ({ db, people, notifyAll }: Deps, chunkSize = CHUNK_SIZE): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const rows = await claimOutcomes(tx, chunkSize);
    if (rows.length === 0) return false;
    const owners = await people.findAll([...new Set(rows.map(({ userId }) => userId))], tx);
    await notifyAll(
      tx,
      rows.flatMap((row) => {
        const owner = owners.get(row.userId);
        return owner && owner.level !== 'SUPERVISOR'
          ? [{ to: recipientOf(owner), notice: buildNotice(row) }]
          : [];
      }),
    );
    return rows.length === chunkSize;
  });

function buildNotice(row: OutcomeRow): Notice {
  const { coin, quote, triggerKind } = row;
  const orderFields = {
    order: row.orderId,
    trigger: triggerKind ?? ('NONE' as const),
    side: isBuy(row.orderType) ? ('buy' as const) : ('sell' as const),
    coin,
    quote,
    amount: formatAmount(row.amount, coin),
  };
  if (row.outcome === 'LINKED') return { kind: 'ORDER_LINKED', ...orderFields };
  return {
    kind: 'ORDER_TRIGGERED',
    ...orderFields,
    executed: formatAmount(row.executedAmount, coin),
    total: formatAmount(row.total, quote),
    outcome: toNoticeOutcome(row),
    endedBy: row.endedBy,
    linked: hasEndedOthers(row),
  };
}

function toNoticeOutcome({
  orderStatus,
  executedAmount,
}: OutcomeRow): 'FILLED' | 'PARTLY' | 'WAITS' | 'NOTHING' {
  if (orderStatus === 'IS_OPEN') return 'WAITS';
  if (orderStatus === 'IS_CLOSED') return 'FILLED';
  return executedAmount > 0n ? 'PARTLY' : 'NOTHING';
}

/**
 * For an OCO the trigger ended the other order; a bracket's take-profit ends the stop once it trades or ends
 * itself.
 */
const hasEndedOthers = ({ group, triggerKind, orderStatus, executedAmount }: OutcomeRow): boolean =>
  group !== null && (triggerKind !== 'ENTRY' || orderStatus !== 'IS_OPEN' || executedAmount > 0n);
