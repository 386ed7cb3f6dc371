import { maskEmail } from '@sarraf/domain';
import type { QueryOf, ReviewRow, reviews } from '@sarraf/domain/contracts';
import type { BackofficeContext } from './deps.ts';

/** Lists users who wait for a decision, longest waiting first. BAD_REQUEST: unknown cursor or page. */
export async function listReviews(
  context: BackofficeContext,
  query: QueryOf<typeof reviews>,
): Promise<{ content: ReviewRow[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await context.verification.listWaiting(query);
  const content = rows.map(({ submittedAt, email, ...row }) => ({
    ...row,
    email: maskEmail(email),
    submittedAtDateTime: submittedAt.toISOString(),
  }));
  return { content, nextCursor };
}
