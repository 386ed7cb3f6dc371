import { AppError } from '@sarraf/domain';
import type { DocumentKind } from '@sarraf/domain/contracts';
import { isId } from '../../platform/ids.ts';
import { toOwnedRowKey } from '../../platform/secrets/secrets.ts';
import type { VerificationContext } from '../deps.ts';
import { type DocumentRow, fileDigestOf, findDocument } from './document-store.ts';

/** Returns one of the user's own documents. NOT_FOUND: no such document, or another user's. */
export async function readOwnDocument(
  context: VerificationContext,
  userId: string,
  id: string,
): Promise<Buffer> {
  const document = isId(id) ? await findDocument(context.db, userId, { id }) : null;
  if (document === null) throw new AppError('NOT_FOUND');
  return openDocument(context, document);
}

/** Null: none is active. */
export async function readActiveDocument(
  context: VerificationContext,
  userId: string,
  kind: DocumentKind,
): Promise<Buffer | null> {
  const document = await findDocument(context.db, userId, { kind });
  return document && openDocument(context, document);
}

async function openDocument(context: VerificationContext, document: DocumentRow): Promise<Buffer> {
  const sealed = await context.files.read(document.file);
  if (!fileDigestOf(sealed).equals(document.digest)) throw new Error(`document ${document.id} was changed`);
  return context.secrets.decryptBytes(sealed, 'documents.file', toOwnedRowKey(document.id, document.userId));
}
