import { closeness, normalizeEmail } from '@sarraf/domain';
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { Queryable } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { listNewestStores, type StoreHit } from './store.ts';

/** Names are encrypted, so they are decrypted one by one: only of this many stores. */
const NEWEST = 200;
const MIN_WORD_LENGTH = 3;

interface Names {
  db: Queryable;
  people: { findByEmail(email: string): Promise<{ id: string } | null> };
  /** Names that payers see, by owner. */
  companyNames(userIds: readonly string[]): Promise<Map<string, string>>;
}

/**
 * Finds the store with this id or owner; or those among the newest with this name, or whose webhook has such a
 * domain.
 */
export async function findStores(deps: Names, typed: string, limit: number): Promise<StaffFinds['stores']> {
  if (typed.length < MIN_WORD_LENGTH) return [];
  const email = normalizeEmail(typed);
  const owner = isId(typed) ? typed : email && ((await deps.people.findByEmail(email))?.id ?? null);
  const one = owner !== null;
  if (email !== null && !one) return [];
  const stores = await listNewestStores(deps.db, { of: owner, limit: NEWEST });
  const names = await deps.companyNames(stores.map(({ userId }) => userId));
  const nameOf = ({ userId }: StoreHit) => names.get(userId) ?? '';
  return stores
    .filter(
      (store) => one || [nameOf(store), domainOf(store)].some((text) => closeness(typed, text) !== null),
    )
    .slice(0, limit)
    .map((store) => ({ id: store.id, userId: store.userId, name: nameOf(store), blocked: store.blocked }));
}

const domainOf = ({ webhook }: StoreHit): string =>
  webhook !== null && URL.canParse(webhook) ? new URL(webhook).hostname : '';
