import { AppError } from '@sarraf/domain';
import { DOCUMENT_KINDS, type DocumentKind } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import { listBankAccounts } from './bank-accounts.ts';
import type { VerificationContext } from './deps.ts';
import { type DocumentRow, listDocuments } from './documents/document-store.ts';
import { readProfile } from './profile-store.ts';
import type { AccountBody, StoredAccount } from './read-form.ts';

/** Documents of the submission: new ones, and earlier uploads that it refers to by id. */
export interface ChosenDocuments {
  current: StoredAccount;
  documents: DocumentRow[];
}

/**
 * Returns the stored data of a user, and the documents to activate. ACCOUNT_INVALID: an id that is no document of
 * the user, or of another kind.
 */
export async function readStoredAccount(
  context: VerificationContext,
  db: Queryable,
  user: User,
  body: AccountBody,
  uploadedKinds: ReadonlySet<DocumentKind>,
): Promise<ChosenDocuments> {
  const stored = await readProfile(db, context.secrets, user.id);
  const accounts = await listBankAccounts(db, user.id);
  const storedDocuments = await listDocuments(db, user.id);
  const documents: DocumentRow[] = [];
  for (const kind of DOCUMENT_KINDS) {
    const id = body[kind];
    if (!id || uploadedKinds.has(kind)) continue;
    const document = storedDocuments.find((row) => row.id === id && row.kind === kind);
    if (!document) throw new AppError('ACCOUNT_INVALID', { errors: [`${kind}.INVALID`] });
    documents.push(document);
  }
  const kinds = [...storedDocuments.filter(({ inForce }) => inForce), ...documents].map(({ kind }) => kind);
  return {
    current: {
      user,
      profile: stored?.data ?? null,
      accounts,
      documents: new Set([...kinds, ...uploadedKinds]),
    },
    documents,
  };
}

const tehranDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' });

/** 2026-11-21: days are those of Tehran. */
export const tehranDayOf = (at: Date): string => tehranDay.format(at);
