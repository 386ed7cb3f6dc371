import { AppError, parseDocumentCode } from '@sarraf/domain';
import type { DocumentStanding, VerifiedDocument } from '@sarraf/domain/contracts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import { hasSameContent, type IssuedContent, isReceipt } from './content.ts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { codeOf, digestOf, readReceiptContent } from './issue.ts';
import { findIssued, findNewerVersionAt, type IssuedRow } from './store.ts';

/**
 * Returns the document with this code, from what was sealed when it was issued, never from present rows; those are
 * only compared. NOT_FOUND: there is none, or its record was tampered with, which is logged.
 */
export async function verifyCode(deps: IssuedDocumentsDeps, codeText: string): Promise<VerifiedDocument> {
  const code = parseDocumentCode(codeText);
  const row = code === null ? null : await findIssued(deps.db, digestOf(deps.secrets, code));
  if (code === null || row === null) throw new AppError('NOT_FOUND');
  const content = openContent(deps, row, code);
  if (content === null) throw new AppError('NOT_FOUND');
  const newerAt = await findNewerVersionAt(deps.db, row);
  const { settled: _, fixed: __, moving: ___, ...publicContent } = content;
  return {
    ...publicContent,
    code,
    standing: await computeStanding(deps, row, content, newerAt),
    issuedAt: row.issuedAt.toISOString(),
    newerAt: newerAt?.toISOString() ?? null,
  };
}

/** Decrypts the content; null: it can't be decrypted, or belongs to another code. */
function openContent(
  { secrets, log }: Pick<IssuedDocumentsDeps, 'secrets' | 'log'>,
  row: IssuedRow,
  code: string,
): IssuedContent | null {
  try {
    const text = secrets.decrypt(
      row.content,
      'issued_documents.content_encrypted',
      toOwnedRowKey(row.id, row.userId),
    );
    const content: IssuedContent = JSON.parse(text);
    if (content.kind === row.kind && codeOf(secrets, row, content) === code) return content;
    log.error(
      { area: 'issued-documents', document: row.id },
      'an issued document is not the one of its code',
    );
  } catch (err) {
    log.error({ area: 'issued-documents', document: row.id, err }, 'an issued document does not open');
  }
  return null;
}

/** A statement never changes; the subject of a receipt is looked up, and has to be unchanged. */
async function computeStanding(
  deps: IssuedDocumentsDeps,
  { userId, kind, subject, id }: IssuedRow,
  issued: IssuedContent,
  newerAt: Date | null,
): Promise<DocumentStanding> {
  const currentContent = isReceipt(kind)
    ? await readReceiptContent(deps, userId, { kind, id: subject }, issued.holder)
    : issued;
  if (currentContent === null || (issued.settled && !hasSameContent(issued, currentContent))) {
    deps.log.error({ area: 'issued-documents', document: id }, 'the ledger differs from an issued document');
    return 'DIFFERS';
  }
  const isOutdated =
    currentContent.state !== issued.state ||
    currentContent.moving !== issued.moving ||
    !hasSameContent(issued, currentContent);
  return newerAt !== null || isOutdated ? 'SUPERSEDED' : 'CONFIRMED';
}
