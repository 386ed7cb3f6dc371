import { Refusal } from '@sarraf/domain';
import type { TicketThread } from '@sarraf/domain/contracts';
import { isId } from '../platform/ids.ts';
import type { SupportContext } from './deps.ts';
import { findTicket, markAnswersSeen } from './store.ts';
import { threadView } from './views.ts';

/** One's own ticket, as it was before it was seen: its answers no longer count as new. NOT_FOUND */
export async function readTicket(kit: SupportContext, userId: string, id: string): Promise<TicketThread> {
  const row = isId(id) ? await findTicket(kit.db, id) : null;
  if (row === null || row.userId !== userId) throw new Refusal('NOT_FOUND');
  const thread = await threadView(kit, kit.db, row);
  if (row.unread > 0) await markAnswersSeen(kit.db, row.id, row.unread);
  return thread;
}
