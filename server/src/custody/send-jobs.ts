import { sql } from 'kysely';
import type { Job } from '../platform/jobs.ts';
import type { CustodyContext } from './deps.ts';
import { sweepDeposits } from './sweep-deposits.ts';
import { tellEnd } from './track-transactions.ts';
import { watchReserves } from './treasury-view.ts';
import { tellUndone } from './undo-sent.ts';

const MOST_TOLD = 200;

/** What belongs to sending and comes by itself. */
export const sendJobs = (kit: CustodyContext): Job[] => [
  { name: 'sweep-deposits', cron: '* * * * *', run: () => sweepDeposits(kit) },
  { name: 'tell-done-withdrawals', cron: '* * * * *', run: () => tellRest(kit) },
  { name: 'watch-reserves', cron: '*/10 * * * *', run: () => watchReserves(kit) },
];

/** What is final and whose withdrawal was not told: a crash came between. */
async function tellRest(kit: CustodyContext): Promise<void> {
  const { rows } = await sql<{ id: string; ok: boolean }>`select o.withdrawal_id as id, o.state = 'DONE' as ok
    from outgoing o join withdrawals w on w.id = o.withdrawal_id
    where o.kind = 'WITHDRAWAL' and o.state in ('DONE', 'FAILED')
      and o.done_at > ${kit.now()}::timestamptz - interval '30 days'
      and w.state in ('APPROVED', 'SENT')
    order by o.done_at limit ${MOST_TOLD}`.execute(kit.db);
  for (const { id, ok } of rows) await tellEnd(kit, id, ok);
  await tellUndone(kit);
}
