import {
  ALL_ASSETS,
  findClosestAssets,
  formatAmount,
  formatReceiptNumber,
  listTxidNotations,
  normalizeSearchText,
  parseIdPrefix,
} from '@sarraf/domain';
import type { FoundDeposit, OwnFinds } from '@sarraf/domain/contracts';
import type { HistoryDeps } from '../deps.ts';
import {
  findDepositRefs,
  findDepositsByTxid,
  findOrderRefs,
  findWithdrawalRefs,
  findWithdrawalsByTxid,
  type IdRange,
  type OwnDeposit,
  type SearchableRecord,
} from './own-refs-store.ts';

/** Number of rows of each kind that one search scans. */
const MAX_SCANNED = 100;
const MAX_RESULTS = 5;
/** Shorter parts would match every second address. */
const MIN_PART_LENGTH = 4;

type Deps = Pick<HistoryDeps, 'db' | 'trading' | 'withdrawal'>;

/**
 * Finds a person's orders, withdrawals and deposits by a text, five of each: among the newest by coin, id, receipt
 * number, txid or a part of an address; among all by a whole txid and by the beginning of an id.
 */
export async function searchOwnHistory(deps: Deps, userId: string, searchText: string): Promise<OwnFinds> {
  const isMatch = createMatcher(searchText);
  const [orders, withdrawals, deposits] = await Promise.all([
    readCandidates(deps, userId, searchText, findOrderRefs),
    readCandidates(deps, userId, searchText, findWithdrawalRefs),
    readCandidates(deps, userId, searchText, findDepositRefs),
  ]);
  const txids = listTxidNotations(searchText);
  const [byTxid, sentByTxid] =
    txids.length === 0
      ? [[], []]
      : await Promise.all([
          findDepositsByTxid(deps.db, userId, txids),
          findWithdrawalsByTxid(deps.db, userId, txids),
        ]);
  const newestIds = (ids: readonly string[]) => [...new Set(ids)].sort().reverse().slice(0, MAX_RESULTS);
  const matchingIds = (refs: readonly SearchableRecord[]) => refs.filter(isMatch).map(({ id }) => id);
  const [shownOrders, shownWithdrawals] = await Promise.all([
    deps.trading.ordersById(userId, newestIds(matchingIds(orders))),
    deps.withdrawal.rowsById(userId, newestIds([...matchingIds(withdrawals), ...sentByTxid])),
  ]);
  const depositsById = new Map(
    [...deposits.filter(isMatch), ...byTxid].map((deposit) => [deposit.id, deposit]),
  );
  return {
    orders: shownOrders,
    withdrawals: [...shownWithdrawals.values()].sort((a, b) => (a.id < b.id ? 1 : -1)),
    deposits: newestIds([...depositsById.keys()])
      .flatMap((id) => depositsById.get(id) ?? [])
      .map(depositDto),
  };
}

/** Returns the newest rows and, for the beginning of an id, those that begin so. */
async function readCandidates<R extends SearchableRecord>(
  { db }: Deps,
  userId: string,
  searchText: string,
  readRange: (db: Deps['db'], stretch: IdRange) => Promise<R[]>,
): Promise<R[]> {
  const ids = parseIdPrefix(searchText);
  const [newest, withIdPrefix] = await Promise.all([
    readRange(db, { userId, from: null, to: null, limit: MAX_SCANNED }),
    ids ? readRange(db, { userId, ...ids, limit: MAX_RESULTS }) : [],
  ]);
  return [...withIdPrefix, ...newest];
}

/** Returns a test whether the text names a row. */
function createMatcher(searchText: string): (ref: SearchableRecord) => boolean {
  const searchedKey = normalizeSearchText(searchText);
  const assets = new Set(findClosestAssets(ALL_ASSETS, searchText));
  return ({ id, assets: recordAssets, names }) => {
    if (recordAssets.some((asset) => assets.has(asset))) return true;
    if (searchedKey.length < MIN_PART_LENGTH) return false;
    if ([id, formatReceiptNumber(id)].some((text) => normalizeSearchText(text).startsWith(searchedKey)))
      return true;
    return names.some((name) => normalizeSearchText(name).includes(searchedKey));
  };
}

const depositDto = ({
  id,
  assets: [asset = 'TOMAN'],
  amount,
  state,
  txid,
  createdAt,
}: OwnDeposit): FoundDeposit => ({
  id,
  relatedCoin: asset,
  amount: formatAmount(amount, asset),
  state,
  txid,
  createdAtDateTime: createdAt.toISOString(),
});
