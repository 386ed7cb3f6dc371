import { isCardNumber, maskCard } from '@sarraf/domain';
import { sql } from 'kysely';
import type { Queryable } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Kit } from './deps.ts';

/** A card the bank confirmed as the person's own. */
export interface VerifiedCard {
  id: string;
  /** 6037-99**-****-5443. */
  masked: string;
  /** 16 digits. */
  number: string;
}

export interface ListedCard {
  id: string;
  cardNumber: string;
  bankName: string;
}

/** As people see them: masked, oldest first. Nothing is decrypted. */
export async function listVerifiedCards(db: Queryable, userId: string): Promise<ListedCard[]> {
  const { rows } = await sql<ListedCard>`select id, card_masked as "cardNumber", bank_name as "bankName"
    from bank_accounts where user_id = ${userId} and verified_at is not null order by id`.execute(db);
  return rows;
}

/** With their numbers, for the gateway that is asked to take no other card. */
export async function readVerifiedCards(
  db: Queryable,
  secrets: Secrets,
  userId: string,
): Promise<VerifiedCard[]> {
  const { rows } = await sql<{ id: string; masked: string; encrypted: Buffer }>`
    select id, card_masked as masked, card_encrypted as encrypted
    from bank_accounts where user_id = ${userId} and verified_at is not null order by id`.execute(db);
  return rows.map(({ id, masked, encrypted }) => ({ id, masked, number: secrets.decrypt(encrypted) }));
}

/** Adds a card as verified; false when somebody has it already. */
export async function addVerifiedCard(
  kit: Kit,
  tx: Queryable,
  card: { userId: string; number: string; bankName: string },
): Promise<boolean> {
  if (!isCardNumber(card.number)) throw new Error('not a card number');
  const { secrets } = kit;
  const now = kit.now();
  const { rows } = await sql`insert into bank_accounts
      (id, user_id, card_encrypted, card_index, card_masked, bank_name, verified_at, created_at)
    values (${newId()}, ${card.userId}, ${secrets.encrypt(card.number)}, ${secrets.blindIndex('card', card.number)},
      ${maskCard(card.number)}, ${card.bankName}, ${now}, ${now})
    on conflict (card_index) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}
