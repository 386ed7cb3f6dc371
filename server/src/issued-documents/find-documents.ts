import { readDocumentCode } from '@sarraf/domain';
import type { IssuedKind } from '@sarraf/domain/contracts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { digestOf } from './issue.ts';
import { findIssued, issuedByNumber } from './store.ts';

/** What a document is of. */
export interface IssuedSubject {
  kind: IssuedKind;
  userId: string;
  /** Id of the order, deposit or withdrawal; of a statement its calendar and year. */
  subject: string;
}

/**
 * The documents that staff names by a verification code as people write it, or by the end of an id that a receipt's number
 * stands for. Whether they are genuine is not said here: what they are of is looked up by whoever asks.
 */
export async function findDocuments(
  { db, secrets }: Pick<IssuedDocumentsDeps, 'db' | 'secrets'>,
  { typed, idEnd }: { typed: string; idEnd: string | null },
): Promise<IssuedSubject[]> {
  const code = readDocumentCode(typed);
  if (code !== null) {
    const row = await findIssued(db, digestOf(secrets, code));
    return row === null ? [] : [{ kind: row.kind, userId: row.userId, subject: row.subject }];
  }
  return idEnd === null ? [] : issuedByNumber(db, idEnd);
}
