import type { QueryOf, Recovery, recoveries } from '@sarraf/domain/contracts';
import { asPage, readPage } from '../../platform/database/rows.ts';
import type { BackofficeContext } from '../deps.ts';
import { findRecoveries } from '../store.ts';
import { shownRecoveries } from './shown-recovery.ts';

/** Newest first. BAD_REQUEST: unknown cursor or page. */
export async function listRecoveries(
  context: BackofficeContext,
  staffId: string,
  query: QueryOf<typeof recoveries>,
): Promise<{ content: Recovery[]; nextCursor: string | null }> {
  const page = readPage(query);
  const found = await findRecoveries(context.db, query.state ?? null, page);
  const { rows, nextCursor } = asPage(found, page);
  return { content: await shownRecoveries(context, staffId, rows), nextCursor };
}
