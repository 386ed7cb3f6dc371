import { AppError, amountOf } from '@sarraf/domain';
import type { Freeze } from '@sarraf/domain/contracts';
import { userAccount } from '../../ledger/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import { enqueue, type Job } from '../../platform/jobs/jobs.ts';
import type { WalletDeps } from '../deps.ts';
import { findFreeze, lockFreeze, markFreezeLifted } from './freeze-store.ts';
import { freezeDtos } from './freeze-views.ts';

const JOB_NAME = 'release-frozen';

/**
 * Lifts a freeze. The decision is durable first; the money follows immediately, or by the job. NOT_FOUND; CONFLICT:
 * it is lifted; SECOND_PERSON_NEEDED: the caller created it, or owns the money.
 */
export async function liftFreeze(
  deps: WalletDeps,
  staffId: string,
  id: string,
  reason: string,
): Promise<Freeze> {
  const now = new Date(deps.clock.now());
  await deps.db.transaction().execute(async (tx) => {
    const freeze = isId(id) ? await lockFreeze(tx, id) : null;
    if (freeze === null) throw new AppError('NOT_FOUND');
    if (freeze.createdBy === staffId || freeze.userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    if (freeze.liftedAt !== null) throw new AppError('CONFLICT');
    await markFreezeLifted(tx, id, { staffId, reason, now });
    const detail = { freeze: id, reason };
    const entry = { actorId: staffId, action: 'freeze lifted', subjectId: freeze.userId, detail };
    await appendAudit(tx, entry, now);
    await enqueue(tx, JOB_NAME, { id });
  });
  await releaseFreeze(deps, id);
  const row = await findFreeze(deps.db, id);
  const [view] = row ? await freezeDtos(deps, [row]) : [];
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

/** Releases the money once per freeze; idempotent. */
async function releaseFreeze(deps: WalletDeps, id: string): Promise<void> {
  const freeze = await findFreeze(deps.db, id);
  if (freeze === null || freeze.liftedAt === null) return;
  const { userId, asset } = freeze;
  const spendable = userAccount(userId, asset);
  const blocked = userAccount(userId, asset, 'blocked');
  const amount = amountOf(freeze.amount);
  await deps.ledger.submit({
    accounts: [spendable, blocked],
    idempotency: { owner: 'freeze', key: id, digest: 'lift' },
    decide: () => ({
      transfers: [{ debit: blocked, credit: spendable, amount, kind: 'release', reference: id }],
      reply: 'lifted',
    }),
  });
  deps.bus.publish('wallets', { userId, coins: [asset] });
}

export const createReleaseJob = (deps: WalletDeps): Job => ({
  name: JOB_NAME,
  run: (payload) => releaseFreeze(deps, (payload as { id: string }).id),
});
