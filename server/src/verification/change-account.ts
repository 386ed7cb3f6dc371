import { AppError, normalizeEmail, normalizeLine, normalizeMobile } from '@sarraf/domain';
import type { DocumentKind } from '@sarraf/domain/contracts';
import type { User } from '../identity/index.ts';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type AccountNumbers,
  addBankAccount,
  assertNotHeldByOthers,
  readBankAccounts,
  removeBankAccounts,
} from './bank-accounts.ts';
import { MAX_BANK_ACCOUNTS } from './consent/limits.ts';
import { findCountry, isIran } from './countries.ts';
import type { VerificationContext } from './deps.ts';
import { activateDocument, type DocumentRow } from './documents/document-store.ts';
import {
  insertUploads,
  type StoredUpload,
  type Uploads,
  withStoredFiles,
} from './documents/upload-document.ts';
import { type ChosenDocuments, readStoredAccount } from './read-current.ts';
import {
  type AccountBody,
  type BankAccountChanges,
  createAccountInvalidError,
  parseBankAccounts,
  parseNationalCode,
  type StoredAccount,
  validateBankAccounts,
} from './read-form.ts';
import { type Check, insertCheck } from './review/check-store.ts';
import { checkBankAccount, subjectOf } from './review/check-with-provider.ts';
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
  const uploadedKinds = new Set(Object.keys(uploads) as DocumentKind[]);
  const { current } = await readEditableAccount(context, context.db, user, body, uploadedKinds);
  const accounts = await parseAccountChanges(context, context.db, current, body);
  const checkedAccounts = await checkAddedAccounts(context, current, accounts.added);
  await withStoredFiles(context, user.id, uploads, (stored) =>
    mapUniqueViolations(
      context.db
        .transaction()
        .execute((tx) => saveChanges(context, tx, user, body, { checkedAccounts, stored })),
    ),
  );
  context.people.publishUserChange(user.id);
  return ACCOUNT_SAVED;
}

/** NOT_EDITABLE: a read-only field differs. */
async function readEditableAccount(
  context: VerificationContext,
  db: Tx | VerificationContext['db'],
  user: User,
  body: AccountBody,
  uploadedKinds: ReadonlySet<DocumentKind>,
): Promise<ChosenDocuments> {
  const chosen = await readStoredAccount(context, db, user, body, uploadedKinds);
  const documents = [
    ...chosen.documents.filter(({ inForce }) => !inForce).map(({ kind }) => kind),
    ...uploadedKinds,
  ];
  if (hasChangedFields(chosen.current, body) || documents.some((kind) => kind !== 'profileImage'))
    throw new AppError('NOT_EDITABLE');
  return chosen;
}

function hasChangedFields({ user, profile }: StoredAccount, body: AccountBody): boolean {
  const isDifferent = (submitted: string | undefined, stored: string) =>
    submitted !== undefined && normalizeLine(submitted) !== stored;
  const mobile = normalizeMobile(body.mobileNumber ?? '', user.countryPhoneCode ?? '+98');
  const code = profile?.nationalCode ?? '';
  return (
    (body.email !== undefined && body.email !== '' && normalizeEmail(body.email) !== user.email) ||
    (!!body.mobileNumber && mobile !== user.mobile) ||
    parseNationalCode(code, body.nationalCode) !== code ||
    isDifferent(body.firstName, user.firstName) ||
    isDifferent(body.lastName, user.lastName) ||
    isDifferent(body.customerKind, user.customerKind ?? '') ||
    isDifferent(body.countryName, user.countryName ?? '') ||
    READ_ONLY.some((name) => isDifferent(body[name], profile?.[name] ?? ''))
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
async function parseAccountChanges(
  context: VerificationContext,
  db: Tx | VerificationContext['db'],
  { user, accounts }: StoredAccount,
  body: AccountBody,
): Promise<BankAccountChanges> {
  const country = findCountry(user.countryName ?? '');
  if (country === null || !isIran(country)) return { added: [], removed: [] };
  const accountChanges = parseBankAccounts(accounts, body.bankAccountsString);
  const removed = new Set(accountChanges.removed);
  const remaining = accounts.filter(({ id }) => !removed.has(id));
  const hadVerified = accounts.some(({ verified }) => verified);
  if (hadVerified && !remaining.some(({ verified }) => verified))
    throw createAccountInvalidError([{ field: 'bankAccounts', code: 'REQUIRED' }]);
  if (accountChanges.added.length > 0 && remaining.length + accountChanges.added.length > MAX_BANK_ACCOUNTS)
    throw createAccountInvalidError([{ field: 'bankAccounts', code: 'INVALID' }]);
  const storedAccounts = await readBankAccounts(db, context.secrets, user.id);
  validateBankAccounts(
    accountChanges.added,
    storedAccounts.filter(({ id }) => !removed.has(id)),
  );
  await assertNotHeldByOthers(db, context.secrets, user.id, accountChanges.added);
  return accountChanges;
}

interface CheckedAccount {
  account: AccountNumbers;
  checks: Check[];
  own: boolean;
}

/** IDENTITY_PROVIDER_UNAVAILABLE: no user loses rights because a bank is unreachable. */
async function checkAddedAccounts(
  context: VerificationContext,
  current: StoredAccount,
  added: readonly AccountNumbers[],
): Promise<CheckedAccount[]> {
  const subject = subjectOf(current.user, current.profile);
  const checkedAccounts = await Promise.all(
    added.map(async (account) => ({
      account,
      ...(await checkBankAccount(context, subject, current.profile?.companyName ?? '', {
        id: null,
        ...account,
      })),
    })),
  );
  if (checkedAccounts.some(({ checks }) => checks.some(({ outcome }) => outcome === 'UNAVAILABLE')))
    throw new AppError('IDENTITY_PROVIDER_UNAVAILABLE');
  return checkedAccounts;
}

async function saveChanges(
  context: VerificationContext,
  tx: Tx,
  { id, authenticationType }: User,
  body: AccountBody,
  { checkedAccounts, stored }: { checkedAccounts: CheckedAccount[]; stored: readonly StoredUpload[] },
): Promise<void> {
  const user = await context.people.lock(tx, id);
  if (user?.authenticationType !== authenticationType) throw new AppError('NOT_EDITABLE');
  const now = context.now();
  const uploadedKinds = new Set(stored.map(({ kind }) => kind));
  const { current, documents } = await readEditableAccount(context, tx, user, body, uploadedKinds);
  const { removed } = await parseAccountChanges(context, tx, current, body);
  await removeBankAccounts(tx, id, removed);
  for (const { account, checks, own } of checkedAccounts) {
    const bankAccountId = await addBankAccount(context, tx, { userId: id, ...account, verified: own });
    for (const check of checks) await insertCheck(context, tx, id, { ...check, bankAccountId });
  }
  const pictures: DocumentRow[] = [...documents, ...(await insertUploads(context, tx, id, stored))];
  for (const document of pictures) await activateDocument(tx, document, now);
  const newState =
    authenticationType === 'AUTHORIZED' && checkedAccounts.every(({ own }) => own)
      ? 'AUTHORIZED'
      : 'INFORMATION_CHANGED_PENDING';
  if (newState !== authenticationType) {
    await context.people.update(tx, id, { authenticationType: newState });
    await openReview(tx, id, now);
  }
  const detail = {
    from: authenticationType,
    to: newState,
    added: checkedAccounts.length,
    removed: removed.length,
  };
  await appendAudit(tx, { actorId: id, action: 'account changed', subjectId: id, detail }, now);
}
