import { AppError } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { closeRecovery, findRecovery } from '../store.ts';

/** Cancels a recovery; its initiator may do so too. NOT_FOUND; CONFLICT: it is no longer open. */
export async function cancelRecovery(context: BackofficeContext, staffId: string, id: string): Promise<void> {
  const recovery = isId(id) ? await findRecovery(context.db, id) : null;
  if (recovery === null) throw new AppError('NOT_FOUND');
  const { userId, kind } = recovery;
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    if (!(await closeRecovery(tx, id, { state: 'CANCELLED', by: staffId, at: now })))
      throw new AppError('CONFLICT');
    const detail = { kind, recovery: id };
    await appendAudit(tx, { actorId: staffId, action: 'recovery cancelled', subjectId: userId, detail }, now);
  });
}
