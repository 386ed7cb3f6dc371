import { AppError } from '@sarraf/domain';
import type { TicketThread } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { findTicket, markRepliesSeen } from './store.ts';
import { readThread } from './views.ts';

/** Returns one's own ticket as it was before this read; its replies no longer count as new. NOT_FOUND */
export async function readTicket(context: SupportContext, userId: string, id: string): Promise<TicketThread> {
  const row = isId(id) ? await findTicket(context.db, id) : null;
  if (row === null || row.userId !== userId) throw new AppError('NOT_FOUND');
  const thread = await readThread(context, context.db, row);
  if (row.unread > 0) await markRepliesSeen(context.db, row.id, row.unread);
  return thread;
}
