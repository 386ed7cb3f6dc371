import { randomUUID } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import type { DocumentKind } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import { MAX_DOCUMENTS } from '../consent/limits.ts';
import type { VerificationContext } from '../deps.ts';
import { canEdit, canReplace } from '../states.ts';
import { type DocumentRow, fileDigestOf, insertDocument, listDocuments } from './document-store.ts';
import { prepareImage } from './prepare-image.ts';

/** Images as they were sent. */
export type Uploads = Readonly<Partial<Record<DocumentKind, Buffer>>>;

/** A stored file that no row references yet. */
export interface StoredUpload {
  /** Id of its future row. */
  id: string;
  kind: DocumentKind;
  file: string;
  digest: Buffer;
}

/**
 * Re-encodes, encrypts and writes the user's images, then runs `work`; if that refuses, deletes the files. After
 * any other failure the rows may exist all the same, so the files are left to the clean-up.
 * INVALID_IMAGE; TOO_MANY_FILES; SERVICE_UNAVAILABLE.
 */
export async function withStoredFiles<T>(
  context: VerificationContext,
  userId: string,
  images: Uploads,
  work: (stored: StoredUpload[]) => Promise<T>,
): Promise<T> {
  // Checked before any is opened, and again under the user's lock.
  assertBelowLimit(await listDocuments(context.db, userId), Object.keys(images).length);
  const stored: StoredUpload[] = [];
  try {
    for (const [kind, bytes] of Object.entries(images)) {
      // Random, so that ids can't be guessed.
      const id = randomUUID();
      const image = await prepareImage(bytes, userId);
      const sealed = context.secrets.encryptBytes(image, 'documents.file', toOwnedRowKey(id, userId));
      const file = await context.files.write(sealed);
      stored.push({ id, kind: kind as DocumentKind, file, digest: fileDigestOf(sealed) });
    }
    return await work(stored);
  } catch (error) {
    if (error instanceof AppError) await Promise.all(stored.map(({ file }) => context.files.remove(file)));
    throw error;
  }
}

function assertBelowLimit(existing: readonly DocumentRow[], addedCount: number): void {
  if (addedCount > 0 && existing.length + addedCount > MAX_DOCUMENTS) throw new AppError('TOO_MANY_FILES');
}

/** Inserts rows for the files. TOO_MANY_FILES: counted under the user's lock. */
export async function insertUploads(
  context: VerificationContext,
  tx: Tx,
  userId: string,
  stored: readonly StoredUpload[],
): Promise<DocumentRow[]> {
  if (stored.length === 0) return [];
  const existing = await listDocuments(tx, userId);
  assertBelowLimit(existing, stored.length);
  const rows: DocumentRow[] = [];
  for (const document of stored) {
    await insertDocument(tx, { userId, ...document }, context.now());
    rows.push({ userId, ...document, inForce: false });
  }
  return rows;
}

/**
 * Stores a document for a later PUT of the account; returns its id.
 *
 * NOT_EDITABLE: the account is in review, or approved and this is no profile picture; INVALID_IMAGE;
 * TOO_MANY_FILES; SERVICE_UNAVAILABLE.
 */
export async function uploadDocument(
  context: VerificationContext,
  userId: string,
  kind: DocumentKind,
  bytes: Buffer | undefined,
): Promise<string> {
  if (!bytes) throw new AppError('BAD_REQUEST', { errors: ['file'] });
  const user = await context.people.find(userId);
  if (user === null) throw new AppError('Invalid Token');
  const isAllowed = (state: typeof user.authenticationType) =>
    canEdit(state) || (kind === 'profileImage' && canReplace(state));
  if (!isAllowed(user.authenticationType)) throw new AppError('NOT_EDITABLE');
  return withStoredFiles(context, userId, { [kind]: bytes }, (stored) =>
    context.db.transaction().execute(async (tx) => {
      const lockedUser = await context.people.lock(tx, userId);
      if (!lockedUser || !isAllowed(lockedUser.authenticationType)) throw new AppError('NOT_EDITABLE');
      const [document] = await insertUploads(context, tx, userId, stored);
      if (!document) throw new Error('a stored file has no row');
      return document.id;
    }),
  );
}
