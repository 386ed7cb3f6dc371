import { parseDocumentCode } from '@sarraf/domain';
import type { IssuedKind } from '@sarraf/domain/contracts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { digestOf } from './issue.ts';
import { findIssued, findIssuedByNumber } from './store.ts';

/** Subject of a document. */
export interface DocumentSubject {
  kind: IssuedKind;
  userId: string;
  /** Id of the order, deposit or withdrawal; for a statement its calendar and year. */
  subject: string;
}

/**
 * Finds documents by a verification code as people write it, or by the end of an id that is a receipt's number.
 * Their authenticity isn't checked here; the caller looks up the subjects.
 */
export async function findDocuments(
  { db, secrets }: Pick<IssuedDocumentsDeps, 'db' | 'secrets'>,
  { typed, idEnd }: { typed: string; idEnd: string | null },
): Promise<DocumentSubject[]> {
  const code = parseDocumentCode(typed);
  if (code !== null) {
    const row = await findIssued(db, digestOf(secrets, code));
    return row === null ? [] : [{ kind: row.kind, userId: row.userId, subject: row.subject }];
  }
  return idEnd === null ? [] : findIssuedByNumber(db, idEnd);
}
