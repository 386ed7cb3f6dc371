/** The banks of cards by their first digits: rows that staff edits. */
import { AppError, type CardPrefix } from '@sarraf/domain';
import { appendAudit } from '../platform/database/audit-log.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { VerificationContext } from './deps.ts';

export const listCardPrefixes = (db: Queryable): Promise<CardPrefix[]> =>
  db
    .selectFrom('card_prefixes')
    .select(['prefix', 'name_fa as fa', 'name_en as en'])
    .orderBy('prefix')
    .execute();

/** Adds one or changes it. BAD_REQUEST: an empty name. */
export async function saveCardPrefix(
  { db, now }: VerificationContext,
  staffId: string,
  { prefix, ...names }: CardPrefix,
): Promise<void> {
  const [fa, en] = [names.fa.trim(), names.en.trim()];
  const errors = Object.entries({ fa, en }).flatMap(([field, name]) => (name === '' ? [field] : []));
  if (errors.length > 0) throw new AppError('BAD_REQUEST', { errors });
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('card_prefixes')
      .values({ prefix, name_fa: fa, name_en: en })
      .onConflict((conflict) => conflict.column('prefix').doUpdateSet({ name_fa: fa, name_en: en }))
      .execute();
    const detail = { prefix, fa, en };
    await appendAudit(tx, { actorId: staffId, action: 'card prefix saved', subjectId: null, detail }, now());
  });
}

/** NOT_FOUND */
export async function deleteCardPrefix(
  { db, now }: VerificationContext,
  staffId: string,
  prefix: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const detail = await tx
      .deleteFrom('card_prefixes')
      .where('prefix', '=', prefix)
      .returning(['prefix', 'name_fa as fa', 'name_en as en'])
      .executeTakeFirst();
    if (!detail) throw new AppError('NOT_FOUND');
    await appendAudit(
      tx,
      { actorId: staffId, action: 'card prefix removed', subjectId: null, detail },
      now(),
    );
  });
}
