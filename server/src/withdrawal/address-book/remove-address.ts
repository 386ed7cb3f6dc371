import { AppError, shortenAddress } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { WithdrawalContext } from '../deps.ts';
import { deleteSavedAddress } from './book-store.ts';

/** ADDRESS_NOT_FOUND: no such entry of this user. */
export function removeAddress(context: WithdrawalContext, userId: string, id: string): Promise<void> {
  return context.db.transaction().execute(async (tx) => {
    const saved = isId(id) ? await deleteSavedAddress(tx, userId, id) : null;
    if (saved === null) throw new AppError('ADDRESS_NOT_FOUND');
    const { asset, tokenType, address } = saved;
    const detail = { asset, tokenType, to: shortenAddress(address) };
    const entry = { actorId: userId, action: 'address removed', subjectId: userId, detail };
    await appendAudit(tx, entry, context.now());
  });
}
