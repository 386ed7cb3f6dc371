import { AppError, encodeDocumentCode } from '@sarraf/domain';
import type { BodyOf, issueReceipt as endpoint, IssuedCode, IssuedKind } from '@sarraf/domain/contracts';
import { toBuffer } from 'qrcode';
import { isId, newId } from '../platform/ids.ts';
import { type Secrets, toOwnedRowKey } from '../platform/secrets/secrets.ts';
import {
  type IssuedContent,
  initialsOf,
  RECEIPT_CONTENT,
  type StatementToIssue,
  statementContent,
  subjectOfStatement,
} from './content.ts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { upsertIssued } from './store.ts';

const QR = { type: 'png', margin: 2, scale: 6, errorCorrectionLevel: 'M' } as const;

/** Content without the time at which a statement was made. */
type CodedContent = Omit<IssuedContent, 'at'> & Partial<Pick<IssuedContent, 'at'>>;

/** Includes the owner: two people's equal documents have different codes. */
export function codeOf(
  secrets: Secrets,
  { userId, subject }: { userId: string; subject: string },
  content: CodedContent,
): string {
  const { kind } = content;
  const codedContent = kind === 'STATEMENT' ? { ...content, at: null } : content;
  return encodeDocumentCode(
    secrets.blindIndex('issued document', JSON.stringify([userId, subject, codedContent])),
  );
}

/** Returns the digest by which a code is looked up; it reveals nothing of the code without the key. */
export const digestOf = (secrets: Secrets, code: string): Buffer => secrets.blindIndex('document code', code);

/** Returns the receipt's present content; null: there is no such thing of theirs. */
export async function readReceiptContent(
  { subjects }: Pick<IssuedDocumentsDeps, 'subjects'>,
  userId: string,
  { kind, id }: BodyOf<typeof endpoint>,
  holder: string,
): Promise<IssuedContent | null> {
  if (!isId(id)) return null;
  const readSubject = async <K extends keyof typeof RECEIPT_CONTENT>(receiptKind: K) => {
    const subject = await subjects[receiptKind](userId, id);
    return subject && RECEIPT_CONTENT[receiptKind](subject, holder);
  };
  return readSubject(kind);
}

/** Issues a receipt. NOT_FOUND: no such order, deposit or withdrawal of theirs. */
export async function issueReceiptDocument(
  deps: IssuedDocumentsDeps,
  userId: string,
  body: BodyOf<typeof endpoint>,
): Promise<IssuedCode> {
  const id = body.id.toLowerCase();
  const holder = initialsOf(await deps.nameOf(userId));
  const content = await readReceiptContent(deps, userId, { ...body, id }, holder);
  if (content === null) throw new AppError('NOT_FOUND');
  return issuedCodeDto(deps, await issueDocument(deps, { userId, kind: body.kind, subject: id }, content));
}

/** Formats the code as printed on the document, with the link of its QR code. */
export async function issuedCodeDto(
  { config }: Pick<IssuedDocumentsDeps, 'config'>,
  code: string,
): Promise<IssuedCode> {
  const link = `${config.PUBLIC_URL.replace(/\/$/, '')}/verify/${code}`;
  return { code, link, qrCode: (await toBuffer(link, QR)).toString('base64') };
}

export async function issueStatement(
  deps: IssuedDocumentsDeps,
  statement: StatementToIssue,
): Promise<string> {
  const subject = subjectOfStatement(statement);
  const content = { ...statementContent(statement), at: statement.madeAt.toISOString() };
  return issueDocument(deps, { userId: statement.userId, kind: 'STATEMENT', subject }, content);
}

/** Returns its code. */
async function issueDocument(
  { db, secrets, clock }: Pick<IssuedDocumentsDeps, 'db' | 'secrets' | 'clock'>,
  documentSubject: { userId: string; kind: IssuedKind; subject: string },
  content: IssuedContent,
): Promise<string> {
  const code = codeOf(secrets, documentSubject, content);
  const id = newId();
  const sealed = secrets.encrypt(
    JSON.stringify(content),
    'issued_documents.content_encrypted',
    toOwnedRowKey(id, documentSubject.userId),
  );
  const row = { ...documentSubject, id, content: sealed, issuedAt: new Date(clock.now()) };
  await upsertIssued(db, row, digestOf(secrets, code));
  return code;
}
