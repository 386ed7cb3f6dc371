import { AppError, cleanLine, normalizeEmail, normalizeMobile } from '@sarraf/domain';
import type { DocumentKind } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type AccountNumbers,
  addBankAccount,
  readBankAccounts,
  refuseHeldElsewhere,
  removeBankAccounts,
} from './bank-accounts.ts';
import { MAX_BANK_ACCOUNTS } from './consent/limits.ts';
import { findCountry, isIran } from './countries.ts';
import type { VerificationContext } from './deps.ts';
import { activateDocument, type DocumentRow } from './documents/document-store.ts';
import { insertUploads, type StoredUpload, type Uploads, withFiles } from './documents/upload-document.ts';
import { type ChosenDocuments, readCurrent } from './read-current.ts';
import {
  type AccountBody,
  judgeBankAccounts,
  readBankAccountsString,
  readNationalCode,
  refuse,
  type StoredAccount,
  type WantedAccounts,
} from './read-form.ts';
import { askAboutAccount, subjectOf } from './review/ask-provider.ts';
import { type Check, insertCheck } from './review/check-store.ts';
import { mapUniqueViolations } from './review/conflicts.ts';
import { openReview } from './review/review-store.ts';

/** Message of a saved account that requires no further step of the user. */
export const ACCOUNT_SAVED = 'account saved';

/**
 * Handles the PUT of an approved user: bank accounts and profile picture; the rest is read-only. A bank account
 * that the bank confirms as the user's own leaves them approved; otherwise, and after a change of e-mail or mobile,
 * staff reviews it first. Refusals: see submitAccount.
 */
export async function changeAccount(
  context: VerificationContext,
  user: User,
  body: AccountBody,
  uploads: Uploads,
): Promise<string> {
  const coming = new Set(Object.keys(uploads) as DocumentKind[]);
  const { current } = await readEditable(context, context.db, user, body, coming);
  const accounts = await readAccounts(context, context.db, current, body);
  const asked = await askBank(context, current, accounts.added);
  await withFiles(context, user.id, uploads, (stored) =>
    mapUniqueViolations(
      context.db.transaction().execute((tx) => save(context, tx, user, body, { asked, stored })),
    ),
  );
  context.people.changed(user.id);
  return ACCOUNT_SAVED;
}

/** NOT_EDITABLE: a read-only field differs. */
async function readEditable(
  context: VerificationContext,
  db: Tx | VerificationContext['db'],
  user: User,
  body: AccountBody,
  coming: ReadonlySet<DocumentKind>,
): Promise<ChosenDocuments> {
  const chosen = await readCurrent(context, db, user, body, coming);
  const documents = [
    ...chosen.documents.filter(({ inForce }) => !inForce).map(({ kind }) => kind),
    ...coming,
  ];
  if (changesFields(chosen.current, body) || documents.some((kind) => kind !== 'profileImage'))
    throw new AppError('NOT_EDITABLE');
  return chosen;
}

function changesFields({ user, profile }: StoredAccount, body: AccountBody): boolean {
  const differs = (sent: string | undefined, stored: string) =>
    sent !== undefined && cleanLine(sent) !== stored;
  const mobile = normalizeMobile(body.mobileNumber ?? '', user.countryPhoneCode ?? '+98');
  const code = profile?.nationalCode ?? '';
  return (
    (body.email !== undefined && body.email !== '' && normalizeEmail(body.email) !== user.email) ||
    (!!body.mobileNumber && mobile !== user.mobile) ||
    readNationalCode(code, body.nationalCode) !== code ||
    differs(body.firstName, user.firstName) ||
    differs(body.lastName, user.lastName) ||
    differs(body.customerKind, user.customerKind ?? '') ||
    differs(body.countryName, user.countryName ?? '') ||
    READ_ONLY.some((name) => differs(body[name], profile?.[name] ?? ''))
  );
}

const READ_ONLY = [
  'birthDay',
  'state',
  'city',
  'address',
  'postalCode',
  'telephone',
  'companyName',
  'companyAddress',
  'companyPhone',
  'companyNationalId',
] as const;

/** One verified account must remain, since deposits and withdrawals use it. Outside Iran there are none. */
async function readAccounts(
  context: VerificationContext,
  db: Tx | VerificationContext['db'],
  { user, accounts }: StoredAccount,
  body: AccountBody,
): Promise<WantedAccounts> {
  const country = findCountry(user.countryName ?? '');
  if (country === null || !isIran(country)) return { added: [], removed: [] };
  const wanted = readBankAccountsString(accounts, body.bankAccountsString);
  const removed = new Set(wanted.removed);
  const staying = accounts.filter(({ id }) => !removed.has(id));
  const hadVerified = accounts.some(({ verified }) => verified);
  if (hadVerified && !staying.some(({ verified }) => verified))
    throw refuse([{ field: 'bankAccounts', fault: 'REQUIRED' }]);
  if (wanted.added.length > 0 && staying.length + wanted.added.length > MAX_BANK_ACCOUNTS)
    throw refuse([{ field: 'bankAccounts', fault: 'INVALID' }]);
  const known = await readBankAccounts(db, context.secrets, user.id);
  judgeBankAccounts(
    wanted.added,
    known.filter(({ id }) => !removed.has(id)),
  );
  await refuseHeldElsewhere(db, context.secrets, user.id, wanted.added);
  return wanted;
}

interface Asked {
  account: AccountNumbers;
  checks: Check[];
  own: boolean;
}

/** IDENTITY_PROVIDER_UNAVAILABLE: no user loses rights because a bank is unreachable. */
async function askBank(
  context: VerificationContext,
  current: StoredAccount,
  added: readonly AccountNumbers[],
): Promise<Asked[]> {
  const subject = subjectOf(current.user, current.profile);
  const asked = await Promise.all(
    added.map(async (account) => ({
      account,
      ...(await askAboutAccount(context, subject, current.profile?.companyName ?? '', {
        id: null,
        ...account,
      })),
    })),
  );
  if (asked.some(({ checks }) => checks.some(({ outcome }) => outcome === 'UNAVAILABLE')))
    throw new AppError('IDENTITY_PROVIDER_UNAVAILABLE');
  return asked;
}

async function save(
  context: VerificationContext,
  tx: Tx,
  { id, authenticationType }: User,
  body: AccountBody,
  { asked, stored }: { asked: Asked[]; stored: readonly StoredUpload[] },
): Promise<void> {
  const user = await context.people.lock(tx, id);
  if (user?.authenticationType !== authenticationType) throw new AppError('NOT_EDITABLE');
  const now = context.now();
  const coming = new Set(stored.map(({ kind }) => kind));
  const { current, documents } = await readEditable(context, tx, user, body, coming);
  const { removed } = await readAccounts(context, tx, current, body);
  await removeBankAccounts(tx, id, removed);
  for (const { account, checks, own } of asked) {
    const bankAccountId = await addBankAccount(context, tx, { userId: id, ...account, verified: own });
    for (const check of checks) await insertCheck(context, tx, id, { ...check, bankAccountId });
  }
  const pictures: DocumentRow[] = [...documents, ...(await insertUploads(context, tx, id, stored))];
  for (const document of pictures) await activateDocument(tx, document, now);
  const to =
    authenticationType === 'AUTHORIZED' && asked.every(({ own }) => own)
      ? 'AUTHORIZED'
      : 'INFORMATION_CHANGED_PENDING';
  if (to !== authenticationType) {
    await context.people.update(tx, id, { authenticationType: to });
    await openReview(tx, id, now);
  }
  const detail = { from: authenticationType, to, added: asked.length, removed: removed.length };
  await appendAudit(tx, { actorId: id, action: 'account changed', subjectId: id, detail }, now);
}
