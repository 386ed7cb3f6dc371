import { randomInt } from 'node:crypto';
import { isCardNumber, Refusal, type UserLevel } from '@sarraf/domain';
import { addVerifiedCard, listVerifiedCards } from './bank-accounts.ts';
import type { Kit } from './deps.ts';
import { hashPassword } from './passwords.ts';
import { findUserByEmail, giveStanding, insertUser } from './store.ts';
import { newReferralCode } from './tokens.ts';

const DEMO_PASSWORD = 'Sarraf-demo-1';

interface DemoPerson {
  email: string;
  firstName: string;
  lastName: string;
  /** Present: authorised. */
  card?: { number: string; bankName: string };
  customerKind?: 'REAL' | 'COMPANY';
  level?: UserLevel;
}

const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: 'demo@sarraf.test',
    firstName: 'سارا',
    lastName: 'رضایی',
    card: { number: '6037701689095443', bankName: 'بانک کشاورزی' },
  },
  { email: 'new@sarraf.test', firstName: 'نیما', lastName: 'کریمی' },
  {
    email: 'company@sarraf.test',
    firstName: 'مریم',
    lastName: 'احمدی',
    card: { number: '6104337700123456', bankName: 'بانک ملت' },
    customerKind: 'COMPANY',
  },
  {
    email: 'maker@sarraf.test',
    firstName: 'بهرام',
    lastName: 'شریفی',
    card: { number: '6274123400556672', bankName: 'بانک اقتصاد نوین' },
    level: 'SUPERVISOR',
  },
  { email: 'staff@sarraf.test', firstName: 'لیلا', lastName: 'موسوی' },
  { email: 'staff2@sarraf.test', firstName: 'کاوه', lastName: 'نادری' },
];

/** Makes those demo people that are missing; ids by e-mail. Throws outside the sandbox. */
export async function createDemoPeople(kit: Kit): Promise<Record<string, string>> {
  if (!kit.config.sandbox) throw new Error('demo people belong to the sandbox');
  const ids: Record<string, string> = {};
  for (const person of DEMO_PEOPLE) {
    ids[person.email] =
      (await findUserByEmail(kit.db, person.email))?.id ?? (await createDemoPerson(kit, person));
  }
  return ids;
}

async function createDemoPerson(kit: Kit, person: DemoPerson): Promise<string> {
  const { email, card, firstName, lastName } = person;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const referralCode = newReferralCode();
  return kit.db.transaction().execute(async (tx) => {
    const user = { email, passwordHash, referralCode, language: 'fa' as const, inviterId: null };
    const id = await insertUser(tx, user, kit.now());
    // Another process was faster.
    if (id === null) return (await findUserByEmail(tx, email))?.id ?? '';
    await giveStanding(tx, id, {
      firstName,
      lastName,
      authenticationType: card ? 'AUTHORIZED' : 'NOT_COMPLETE',
      customerKind: person.customerKind ?? (card ? 'REAL' : null),
      level: person.level ?? 'BRONZE',
      inIran: card !== undefined,
    });
    if (card) await addVerifiedCard(kit, tx, { userId: id, ...card });
    return id;
  });
}

const CARD_TRIES = 5;

/**
 * Authorises a person and sees to it that they have a verified card, so that a newcomer can try everything.
 * NOT_FOUND: outside the sandbox there is no such thing.
 */
export async function authorizeInSandbox(kit: Kit, userId: string): Promise<void> {
  if (!kit.config.sandbox) throw new Refusal('NOT_FOUND');
  await kit.db.transaction().execute(async (tx) => {
    await giveStanding(tx, userId, { authenticationType: 'AUTHORIZED', customerKind: 'REAL', inIran: true });
    if ((await listVerifiedCards(tx, userId)).length > 0) return;
    for (let i = 0; i < CARD_TRIES; i += 1) {
      if (await addVerifiedCard(kit, tx, { userId, number: newCard(), bankName: 'بانک ملی ایران' })) return;
    }
    throw new Error('no free card number found');
  });
  kit.log.info({ event: 'authorised in the sandbox', userId }, 'identity');
  kit.bus.publish('user', { userId });
}

/** A card of Bank Melli's prefix that belongs to nobody. */
function newCard(): string {
  const head = `603799${randomInt(1_000_000_000).toString().padStart(9, '0')}`;
  for (let digit = 0; digit < 10; digit += 1) if (isCardNumber(head + digit)) return head + digit;
  throw new Error('one of ten digits always fits');
}
