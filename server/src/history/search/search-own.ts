import {
  ALL_ASSETS,
  closestAssets,
  formatAmount,
  idsMeant,
  receiptNumber,
  searchKey,
  txidsMeant,
} from '@sarraf/domain';
import type { FoundDeposit, OwnFinds } from '@sarraf/domain/contracts';
import type { HistoryDeps } from '../deps.ts';
import {
  depositsByTxid,
  depositsIn,
  type OwnDeposit,
  type OwnRef,
  ordersIn,
  type Stretch,
  withdrawalsByTxid,
  withdrawalsIn,
} from './own-refs-store.ts';

/** Number of rows of each kind that one search scans. */
const NEWEST = 100;
const SHOWN = 5;
/** Shorter parts would match every second address. */
const MIN_PART_LENGTH = 4;

type Deps = Pick<HistoryDeps, 'db' | 'trading' | 'withdrawal'>;

/**
 * Finds a person's orders, withdrawals and deposits by a text, five of each: among the newest by coin, id, receipt
 * number, txid or a part of an address; among all by a whole txid and by the beginning of an id.
 */
export async function searchOwnHistory(deps: Deps, userId: string, typed: string): Promise<OwnFinds> {
  const named = namedBy(typed);
  const [orders, withdrawals, deposits] = await Promise.all([
    within(deps, userId, typed, ordersIn),
    within(deps, userId, typed, withdrawalsIn),
    within(deps, userId, typed, depositsIn),
  ]);
  const txids = txidsMeant(typed);
  const [byTxid, sentByTxid] =
    txids.length === 0
      ? [[], []]
      : await Promise.all([
          depositsByTxid(deps.db, userId, txids),
          withdrawalsByTxid(deps.db, userId, txids),
        ]);
  const first = (ids: readonly string[]) => [...new Set(ids)].sort().reverse().slice(0, SHOWN);
  const idsOf = (refs: readonly OwnRef[]) => refs.filter(named).map(({ id }) => id);
  const [shownOrders, shownWithdrawals] = await Promise.all([
    deps.trading.ordersById(userId, first(idsOf(orders))),
    deps.withdrawal.rowsById(userId, first([...idsOf(withdrawals), ...sentByTxid])),
  ]);
  const own = new Map([...deposits.filter(named), ...byTxid].map((deposit) => [deposit.id, deposit]));
  return {
    orders: shownOrders,
    withdrawals: [...shownWithdrawals.values()].sort((a, b) => (a.id < b.id ? 1 : -1)),
    deposits: first([...own.keys()])
      .flatMap((id) => own.get(id) ?? [])
      .map(depositDto),
  };
}

/** Returns the newest rows and, for the beginning of an id, those that begin so. */
async function within<R extends OwnRef>(
  { db }: Deps,
  userId: string,
  typed: string,
  read: (db: Deps['db'], stretch: Stretch) => Promise<R[]>,
): Promise<R[]> {
  const ids = idsMeant(typed);
  const [newest, begun] = await Promise.all([
    read(db, { userId, from: null, to: null, limit: NEWEST }),
    ids ? read(db, { userId, ...ids, limit: SHOWN }) : [],
  ]);
  return [...begun, ...newest];
}

/** Returns a test whether the text names a row. */
function namedBy(typed: string): (ref: OwnRef) => boolean {
  const wanted = searchKey(typed);
  const assets = new Set(closestAssets(ALL_ASSETS, typed));
  return ({ id, assets: own, names }) => {
    if (own.some((asset) => assets.has(asset))) return true;
    if (wanted.length < MIN_PART_LENGTH) return false;
    if ([id, receiptNumber(id)].some((text) => searchKey(text).startsWith(wanted))) return true;
    return names.some((name) => searchKey(name).includes(wanted));
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
