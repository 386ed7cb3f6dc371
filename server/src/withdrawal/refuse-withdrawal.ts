import { Refusal } from '@sarraf/domain';
import type { DeskWithdrawal } from '@sarraf/domain/contracts';
import { appendAudit } from '../platform/audit-log.ts';
import { isId } from '../platform/ids.ts';
import { deskRow } from './approve-withdrawal.ts';
import { claim } from './cancel-withdrawal.ts';
import type { WithdrawalContext } from './deps.ts';
import { finishFailed } from './finish-withdrawal.ts';
import { giveBack } from './give-back.ts';
import { findWithdrawal } from './store.ts';

/**
 * Gives the money back and tells the person why: of one in review, of one that still waits to leave, or of one whose
 * bytes the chain can never take any more.
 *
 * NOT_FOUND; CONFLICT: it is on its way, or came to an end; SECOND_PERSON_NEEDED: it is the caller's own.
 */
export async function refuseWithdrawal(
  kit: WithdrawalContext,
  staffId: string,
  id: string,
  reason: string,
): Promise<DeskWithdrawal> {
  const row = isId(id) ? await findWithdrawal(kit.db, id) : null;
  if (row === null) throw new Refusal('NOT_FOUND');
  if (row.userId === staffId) throw new Refusal('SECOND_PERSON_NEEDED');
  if (row.state === 'REFUSED' || row.state === 'REFUSING') throw new Refusal('CONFLICT');
  const claimed = await kit.db.transaction().execute(async (tx) => {
    const claimed = await claim(kit, tx, id, 'REFUSING', reason);
    if (claimed === null && !(await kit.custody.abandon(tx, id))) throw new Refusal('CONFLICT');
    const entry = {
      actorId: staffId,
      action: 'withdrawal refused',
      subjectId: row.userId,
      detail: { withdrawal: id, reason },
    };
    await appendAudit(tx, entry, kit.now());
    return claimed;
  });
  if (claimed === null) await finishFailed(kit, { withdrawalId: id }, reason);
  else await giveBack(kit, claimed);
  return deskRow(kit, staffId, id);
}
