import {
  AppError,
  findBankByCard,
  isBankAccount,
  maskCard,
  maskSheba,
  type VerifiedCard,
  type VerifiedSheba,
} from '@sarraf/domain';
import type { BankAccount } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { type Secrets, toOwnedRowKey } from '../platform/secrets/secrets.ts';
import { listCardPrefixes } from './card-prefixes.ts';
import type { VerificationContext } from './deps.ts';

const CARD = 'bank_accounts.card_encrypted';
const SHEBA = 'bank_accounts.sheba_encrypted';

export interface ListedCard {
  id: string;
  cardNumber: string;
  bankName: string;
}

/** Both numbers as plain digits. */
export interface AccountNumbers {
  cardNumber: string;
  shebaCode: string;
}

/** Returns a user's verified cards for display: masked, oldest first. Nothing is decrypted. */
export async function listVerifiedCards(db: Queryable, userId: string): Promise<ListedCard[]> {
  const { rows } = await sql<ListedCard>`select id, card_masked as "cardNumber", bank_name as "bankName"
    from bank_accounts where user_id = ${userId} and verified_at is not null order by id`.execute(db);
  return rows;
}

/** Returns them with their numbers, for a gateway that must accept no other card. */
export async function readVerifiedCards(
  db: Queryable,
  secrets: Secrets,
  userId: string,
): Promise<VerifiedCard[]> {
  const { rows } = await sql<{ id: string; masked: string; encrypted: Buffer }>`
    select id, card_masked as masked, card_encrypted as encrypted
    from bank_accounts where user_id = ${userId} and verified_at is not null order by id`.execute(db);
  return rows.map(({ id, masked, encrypted }) => ({
    id,
    masked,
    number: secrets.decrypt(encrypted, CARD, toOwnedRowKey(id, userId)),
  }));
}

export async function readVerifiedShebas(
  db: Queryable,
  secrets: Secrets,
  userId: string,
): Promise<VerifiedSheba[]> {
  const { rows } = await sql<{ id: string; masked: string; encrypted: Buffer }>`
    select id, sheba_masked as masked, sheba_encrypted as encrypted from bank_accounts
    where user_id = ${userId} and verified_at is not null order by id`.execute(db);
  return rows.map(({ id, masked, encrypted }) => ({
    id,
    masked,
    number: secrets.decrypt(encrypted, SHEBA, toOwnedRowKey(id, userId)),
  }));
}

/** Returns all of a user's bank accounts, masked, oldest first. */
export async function listBankAccounts(db: Queryable, userId: string): Promise<BankAccount[]> {
  const { rows } = await sql<BankAccount>`select id, card_masked as "cardNumber",
      sheba_masked as "shebaCode", bank_name as "bankName", verified_at is not null as verified
    from bank_accounts where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** With its numbers, for querying the bank. */
export interface StoredBankAccount {
  id: string;
  cardNumber: string;
  shebaCode: string;
  verified: boolean;
}

export async function readBankAccounts(
  db: Queryable,
  secrets: Secrets,
  userId: string,
): Promise<StoredBankAccount[]> {
  const { rows } = await sql<{ id: string; card: Buffer; sheba: Buffer; verified: boolean }>`
    select id, card_encrypted as card, sheba_encrypted as sheba, verified_at is not null as verified
    from bank_accounts where user_id = ${userId} order by id`.execute(db);
  return rows.map(({ id, card, sheba, verified }) => ({
    id,
    cardNumber: secrets.decrypt(card, CARD, toOwnedRowKey(id, userId)),
    shebaCode: secrets.decrypt(sheba, SHEBA, toOwnedRowKey(id, userId)),
    verified,
  }));
}

const blindIndexesOf = (secrets: Secrets, { cardNumber, shebaCode }: AccountNumbers) => ({
  card: secrets.blindIndex('card', cardNumber),
  sheba: secrets.blindIndex('sheba', shebaCode),
});

/** Returns the indexes of those that are proven to be another user's. */
export async function findAccountsOfOthers(
  db: Queryable,
  secrets: Secrets,
  userId: string,
  accounts: readonly AccountNumbers[],
): Promise<number[]> {
  const keys = accounts.map((account) => blindIndexesOf(secrets, account));
  const { rows } = await sql<{ card: Buffer; sheba: Buffer | null }>`
    select card_index as card, sheba_index as sheba from bank_accounts where held and user_id <> ${userId}
    and (card_index = any(${keys.map(({ card }) => card)}::bytea[])
      or sheba_index = any(${keys.map(({ sheba }) => sheba)}::bytea[])) limit ${2 * keys.length}`.execute(db);
  const isHeld = (numbers: { card: Buffer; sheba: Buffer }) =>
    rows.some(({ card, sheba }) => card.equals(numbers.card) || sheba?.equals(numbers.sheba));
  return keys.flatMap((key, index) => (isHeld(key) ? [index] : []));
}

/** ShebaCode or CardNumber Is For Another User: `errors` has the indexes, `bankAccounts.0`. */
export async function assertNotHeldByOthers(
  ...params: Parameters<typeof findAccountsOfOthers>
): Promise<void> {
  const errors = (await findAccountsOfOthers(...params)).map((index) => `bankAccounts.${index}`);
  if (errors.length > 0) throw new AppError('ShebaCode or CardNumber Is For Another User', { errors });
}

/**
 * Adds one; `verified`: the bank confirmed the owner. Throws PostgreSQL's 23505 if it is proven to be another
 * user's.
 */
export async function addBankAccount(
  context: VerificationContext,
  tx: Tx,
  account: AccountNumbers & { userId: string; verified: boolean },
): Promise<string> {
  const { cardNumber, shebaCode, userId, verified } = account;
  if (!isBankAccount(account)) throw new Error('not a bank account');
  const { secrets } = context;
  const id = newId();
  const now = context.now();
  const { card, sheba } = blindIndexesOf(secrets, account);
  const row = toOwnedRowKey(id, userId);
  const bank = findBankByCard(cardNumber, await listCardPrefixes(tx));
  await sql`insert into bank_accounts (id, user_id, card_encrypted, card_index, card_masked, sheba_encrypted,
      sheba_index, sheba_masked, bank_name, held, verified_at, created_at)
    values (${id}, ${userId}, ${secrets.encrypt(cardNumber, CARD, row)}, ${card}, ${maskCard(cardNumber)},
      ${secrets.encrypt(shebaCode, SHEBA, row)}, ${sheba}, ${maskSheba(shebaCode)}, ${bank?.fa ?? ''}, ${verified},
      ${verified ? now : null}, ${now})`.execute(tx);
  return id;
}

export async function removeBankAccounts(tx: Tx, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from bank_accounts where user_id = ${userId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/**
 * Reserves accounts that the bank confirmed to be the user's own: no other user may have them. Throws 23505 if one
 * has.
 */
export async function markBankAccountsExclusive(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update bank_accounts set held = true where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Verifies the accounts after approval by staff. Throws 23505 if one was proven to be another user's. */
export async function verifyBankAccounts(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`update bank_accounts set held = true, verified_at = ${now}
    where user_id = ${userId} and verified_at is null`.execute(tx);
}

/** Releases accounts that are not verified, after refusal by staff. */
export async function releaseBankAccounts(tx: Tx, userId: string): Promise<void> {
  await sql`update bank_accounts set held = false where user_id = ${userId} and verified_at is null`.execute(
    tx,
  );
}
