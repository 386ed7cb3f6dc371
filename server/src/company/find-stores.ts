import { normalizeEmail, rankMatch } from '@sarraf/domain';
import type { StaffFinds } from '@sarraf/domain/contracts';
import type { Queryable } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { listNewestStores, type StoreHit } from './store.ts';

/** Names are encrypted, so they are decrypted one by one: only of this many stores. */
const MAX_SCANNED = 200;
const MIN_WORD_LENGTH = 3;

interface StoreSearchDeps {
  db: Queryable;
  people: { findByEmail(email: string): Promise<{ id: string } | null> };
  /** Names that payers see, by owner. */
  readCompanyNames(userIds: readonly string[]): Promise<Map<string, string>>;
}

/**
 * Finds the store with this id or owner; or those among the newest with this name, or whose webhook has such a
 * domain.
 */
export async function findStores(
  deps: StoreSearchDeps,
  searchText: string,
  limit: number,
): Promise<StaffFinds['stores']> {
  if (searchText.length < MIN_WORD_LENGTH) return [];
  const email = normalizeEmail(searchText);
  const owner = isId(searchText) ? searchText : email && ((await deps.people.findByEmail(email))?.id ?? null);
  const isExact = owner !== null;
  if (email !== null && !isExact) return [];
  const stores = await listNewestStores(deps.db, { of: owner, limit: MAX_SCANNED });
  const names = await deps.readCompanyNames(stores.map(({ userId }) => userId));
  const nameOf = ({ userId }: StoreHit) => names.get(userId) ?? '';
  return stores
    .filter(
      (store) =>
        isExact || [nameOf(store), domainOf(store)].some((text) => rankMatch(searchText, text) !== null),
    )
    .slice(0, limit)
    .map((store) => ({ id: store.id, userId: store.userId, name: nameOf(store), blocked: store.blocked }));
}

const domainOf = ({ webhook }: StoreHit): string =>
  webhook !== null && URL.canParse(webhook) ? new URL(webhook).hostname : '';
