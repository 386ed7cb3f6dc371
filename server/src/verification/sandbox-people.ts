import { randomInt } from 'node:crypto';
import { AppError, isCardNumber, isSheba, type UserLevel } from '@sarraf/domain';
import type { StaffRole } from '@sarraf/domain/contracts';
import { hashPassword } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type AccountNumbers,
  addBankAccount,
  findAccountsOfOthers,
  listBankAccounts,
  verifyBankAccounts,
} from './bank-accounts.ts';
import type { VerificationContext } from './deps.ts';
import { type Profile, setProfileHeld, writeProfile } from './profile-store.ts';
import { mapUniqueViolations } from './review/conflicts.ts';
import { closeReview } from './review/review-store.ts';
import { DEMO_COMPANY, DEMO_PROFILES } from './sandbox-profiles.ts';

const DEMO_PASSWORD = 'Sarraf-demo-1';

interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  /** Present: authorised. */
  verified?: { mobile: string; account: AccountNumbers; profile: Profile };
  customerKind?: 'REAL' | 'COMPANY';
  level?: UserLevel;
  staffRole?: StaffRole;
}

const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'demo@sarraf.test',
    firstName: 'سارا',
    lastName: 'رضایی',
    verified: {
      mobile: '+989120000001',
      account: { cardNumber: '6037701689095443', shebaCode: buildSheba('016', '0000000100324200001') },
      profile: DEMO_PROFILES.demo,
    },
  },
  { email: 'new@sarraf.test', firstName: 'نیما', lastName: 'کریمی' },
  {
    email: 'company@sarraf.test',
    firstName: 'مریم',
    lastName: 'احمدی',
    verified: {
      mobile: '+989120000002',
      account: { cardNumber: '6104337700123456', shebaCode: buildSheba('012', '0000000004567890002') },
      profile: { ...DEMO_PROFILES.company, ...DEMO_COMPANY },
    },
    customerKind: 'COMPANY',
  },
  {
    email: 'maker@sarraf.test',
    firstName: 'بهرام',
    lastName: 'شریفی',
    verified: {
      mobile: '+989120000003',
      account: { cardNumber: '6274123400556672', shebaCode: buildSheba('055', '0000000007654321003') },
      profile: DEMO_PROFILES.maker,
    },
    level: 'SUPERVISOR',
  },
  {
    email: 'taker@sarraf.test',
    firstName: 'رویا',
    lastName: 'نیکنام',
    verified: {
      mobile: '+989120000004',
      account: { cardNumber: '6219861007788994', shebaCode: buildSheba('056', '0000000008765432004') },
      profile: DEMO_PROFILES.taker,
    },
    level: 'SUPERVISOR',
  },
  { email: 'staff@sarraf.test', firstName: 'لیلا', lastName: 'موسوی', staffRole: 'admin' },
  { email: 'staff2@sarraf.test', firstName: 'کاوه', lastName: 'نادری', staffRole: 'admin' },
];

/** Creates the missing demo users; returns ids by e-mail. Throws outside the sandbox. */
export async function createDemoPeople(context: VerificationContext): Promise<Record<string, string>> {
  if (!context.config.sandbox) throw new Error('demo users exist in the sandbox only');
  const ids: Record<string, string> = {};
  for (const person of DEMO_PEOPLE) {
    ids[person.email] =
      (await context.people.findByEmail(person.email))?.id ?? (await createDemoPerson(context, person));
  }
  return ids;
}

async function createDemoPerson(context: VerificationContext, person: DemoPerson): Promise<string> {
  const { email, firstName, lastName, verified } = person;
  const passwordHash = await hashPassword(DEMO_PASSWORD, { from: '', isKnownClient: true });
  return context.db.transaction().execute(async (tx) => {
    const id = await context.people.create(tx, { email, passwordHash, language: 'fa', inviterId: null });
    // Another process was faster.
    if (id === null) return (await context.people.findByEmail(email))?.id ?? '';
    await context.people.update(tx, id, { firstName, lastName, level: person.level ?? 'BRONZE' });
    if (person.staffRole) await context.people.addStaffRole(tx, id, person.staffRole);
    if (verified) await verifyDemoPerson(context, tx, id, person.customerKind ?? 'REAL', verified);
    return id;
  });
}

async function verifyDemoPerson(
  context: VerificationContext,
  tx: Tx,
  userId: string,
  customerKind: 'REAL' | 'COMPANY',
  { mobile, account, profile }: NonNullable<DemoPerson['verified']>,
): Promise<void> {
  const mobileOwner = await context.people.findByMobile(mobile, tx);
  await context.people.update(tx, userId, {
    authenticationType: 'AUTHORIZED',
    ...IN_IRAN,
    customerKind,
    ...(mobileOwner === null && { mobile, mobileVerifiedAt: context.now() }),
  });
  await writeProfile(tx, context.secrets, { userId, country: 'IR', data: profile }, context.now());
  await setProfileHeld(tx, userId, true);
  await addBankAccount(context, tx, { userId, ...account, verified: true });
}

const IN_IRAN = { countryName: 'Iran', countryPhoneCode: '+98' };
const MAX_TRIES = 5;

/**
 * Authorises a user and adds a verified card, so that a new user can try everything.
 * NOT_FOUND: not available outside the sandbox; USER_IDENTITY_DATA, ShebaCode…: another user has it.
 */
export async function authorizeInSandbox(context: VerificationContext, userId: string): Promise<void> {
  if (!context.config.sandbox) throw new AppError('NOT_FOUND');
  await mapUniqueViolations(context.db.transaction().execute((tx) => authorizeUser(context, tx, userId)));
  context.log.info({ event: 'authorised in the sandbox', userId }, 'identity');
  context.people.publishUserChange(userId);
}

async function authorizeUser(context: VerificationContext, tx: Tx, userId: string): Promise<void> {
  const now = context.now();
  const user = await context.people.lock(tx, userId);
  await context.people.update(tx, userId, {
    authenticationType: 'AUTHORIZED',
    customerKind: user?.customerKind ?? 'REAL',
    ...(user?.countryName ? {} : IN_IRAN),
  });
  await setProfileHeld(tx, userId, true);
  await closeReview(tx, userId, { by: null, decision: 'APPROVE', reasons: [], note: '' }, now);
  await verifyBankAccounts(tx, userId, now);
  if ((await listBankAccounts(tx, userId)).length === 0)
    await addBankAccount(context, tx, {
      userId,
      ...(await generateFreeAccount(context, tx, userId)),
      verified: true,
    });
}

/** Returns a card and a Sheba of Bank Melli that belong to no user. */
async function generateFreeAccount(
  context: VerificationContext,
  tx: Tx,
  userId: string,
): Promise<AccountNumbers> {
  for (let i = 0; i < MAX_TRIES; i += 1) {
    const shebaCode = buildSheba('017', randomInt(1_000_000_000).toString().padStart(19, '0'));
    const account = { cardNumber: generateCardNumber(), shebaCode };
    if ((await findAccountsOfOthers(tx, context.secrets, userId, [account])).length === 0) return account;
  }
  throw new Error('no free bank account found');
}

/** Returns a card number with Bank Melli's prefix. */
function generateCardNumber(): string {
  const head = `603799${randomInt(1_000_000_000).toString().padStart(9, '0')}`;
  for (let digit = 0; digit < 10; digit += 1) if (isCardNumber(head + digit)) return head + digit;
  throw new Error('one of ten digits always fits');
}

/** Returns a Sheba with valid check digits for a bank's three and an account's nineteen digits. */
function buildSheba(bank: string, account: string): string {
  for (let check = 2; check < 99; check += 1) {
    const code = check.toString().padStart(2, '0') + bank + account;
    if (isSheba(code)) return code;
  }
  throw new Error('one of these always fits');
}
