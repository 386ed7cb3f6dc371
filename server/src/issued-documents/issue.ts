import { AppError, documentCode } from '@sarraf/domain';
import type { BodyOf, issueReceipt as endpoint, IssuedCode, IssuedKind } from '@sarraf/domain/contracts';
import { toBuffer } from 'qrcode';
import { isId, newId } from '../platform/ids.ts';
import { ownedRow, type Secrets } from '../platform/secrets/secrets.ts';
import {
  type IssuedContent,
  initialsOf,
  RECEIPT_CONTENT,
  type StatementToIssue,
  statementContent,
  subjectOfStatement,
} from './content.ts';
import type { IssuedDocumentsDeps } from './deps.ts';
import { keepIssued } from './store.ts';

const QR = { type: 'png', margin: 2, scale: 6, errorCorrectionLevel: 'M' } as const;

/** Content without the time at which a statement was made. */
type Said = Omit<IssuedContent, 'at'> & Partial<Pick<IssuedContent, 'at'>>;

/** Includes the owner: two people's equal documents have different codes. */
export function codeOf(
  secrets: Secrets,
  { userId, subject }: { userId: string; subject: string },
  said: Said,
): string {
  const { kind } = said;
  const counted = kind === 'STATEMENT' ? { ...said, at: null } : said;
  return documentCode(secrets.blindIndex('issued document', JSON.stringify([userId, subject, counted])));
}

/** Returns the digest by which a code is looked up; it reveals nothing of the code without the key. */
export const digestOf = (secrets: Secrets, code: string): Buffer => secrets.blindIndex('document code', code);

/** Returns the receipt's present content; null: there is no such thing of theirs. */
export async function readContent(
  { subjects }: Pick<IssuedDocumentsDeps, 'subjects'>,
  userId: string,
  { kind, id }: BodyOf<typeof endpoint>,
  holder: string,
): Promise<IssuedContent | null> {
  if (!isId(id)) return null;
  const read = async <K extends keyof typeof RECEIPT_CONTENT>(of: K) => {
    const subject = await subjects[of](userId, id);
    return subject && RECEIPT_CONTENT[of](subject, holder);
  };
  return read(kind);
}

/** Issues a receipt. NOT_FOUND: no such order, deposit or withdrawal of theirs. */
export async function issueReceiptOf(
  deps: IssuedDocumentsDeps,
  userId: string,
  body: BodyOf<typeof endpoint>,
): Promise<IssuedCode> {
  const id = body.id.toLowerCase();
  const holder = initialsOf(await deps.nameOf(userId));
  const content = await readContent(deps, userId, { ...body, id }, holder);
  if (content === null) throw new AppError('NOT_FOUND');
  return shownCode(deps, await issue(deps, { userId, kind: body.kind, subject: id }, content));
}

/** Formats the code as printed on the document, with the link of its QR code. */
export async function shownCode(
  { config }: Pick<IssuedDocumentsDeps, 'config'>,
  code: string,
): Promise<IssuedCode> {
  const link = `${config.PUBLIC_URL.replace(/\/$/, '')}/verify/${code}`;
  return { code, link, qrCode: (await toBuffer(link, QR)).toString('base64') };
}

export async function issueStatement(deps: IssuedDocumentsDeps, made: StatementToIssue): Promise<string> {
  const subject = subjectOfStatement(made);
  const content = { ...statementContent(made), at: made.madeAt.toISOString() };
  return issue(deps, { userId: made.userId, kind: 'STATEMENT', subject }, content);
}

/** Returns its code. */
async function issue(
  { db, secrets, clock }: Pick<IssuedDocumentsDeps, 'db' | 'secrets' | 'clock'>,
  of: { userId: string; kind: IssuedKind; subject: string },
  content: IssuedContent,
): Promise<string> {
  const code = codeOf(secrets, of, content);
  const id = newId();
  const sealed = secrets.encrypt(
    JSON.stringify(content),
    'issued_documents.content_encrypted',
    ownedRow(id, of.userId),
  );
  const row = { ...of, id, content: sealed, issuedAt: new Date(clock.now()) };
  await keepIssued(db, row, digestOf(secrets, code));
  return code;
}
