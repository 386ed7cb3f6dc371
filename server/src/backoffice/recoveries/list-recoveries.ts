import type { QueryOf, Recovery, recoveries } from '@sarraf/domain/contracts';
import { parsePage, toPage } from '../../platform/database/rows.ts';
import type { BackofficeContext } from '../deps.ts';
import { findRecoveries } from '../store.ts';
import { recoveryDtos } from './recovery-dtos.ts';

/** Newest first. BAD_REQUEST: unknown cursor or page. */
export async function listRecoveries(
  context: BackofficeContext,
  staffId: string,
  query: QueryOf<typeof recoveries>,
): Promise<{ content: Recovery[]; nextCursor: string | null }> {
  const page = parsePage(query);
  const recoveryRows = await findRecoveries(context.db, query.state ?? null, page);
  const { rows, nextCursor } = toPage(recoveryRows, page);
  return { content: await recoveryDtos(context, staffId, rows), nextCursor };
}
