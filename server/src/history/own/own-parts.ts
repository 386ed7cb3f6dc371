import { type Asset, formatAmount } from '@sarraf/domain';
import type { BalancesMessage, Order, OwnFill } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import {
  listNewestOpenOrders,
  listOrdersByIds,
  listOwnFillsByKeys,
  listOwnFillsSince,
} from '../../trading/index.ts';
import {
  type FillKey,
  findChangedBalances,
  type LedgerPosition,
  type OwnBalance,
  readBatch,
  readOwnBalances,
} from './own-store.ts';

type Balance = BalancesMessage['data'][number];
interface UserData<T> {
  userId: string;
  data: T[];
}

export interface OwnDataReader {
  readBalances(moved: readonly { userId: string; asset: Asset }[]): Promise<UserData<Balance>[]>;
  readFills(keys: readonly FillKey[]): Promise<UserData<OwnFill>[]>;
  readOrders(ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<UserData<Order>[]>;
  /** `since`: the data is what came after it; null: it is complete. */
  readInitial(of: {
    userId: string;
    name: string;
    since: number | null;
  }): Promise<{ data: unknown; since: number | null }>;
}

const FIRST_FILLS = 50;
/** With more transfers than this, a resume sends the complete data. */
const MAX_TRANSFERS = 50_000n;
const MAX_FILLS = 500;

/** Reads the data of the channels, all at one batch. */
export function createOwnDataReader(tx: Tx, head: LedgerPosition): OwnDataReader {
  async function readInitial({ userId, name, since }: Parameters<OwnDataReader['readInitial']>[0]) {
    const readComplete = async () => ({ data: await readSnapshot(userId, name), since: null });
    if (since === null || since > head.batch || name === 'open-orders') return readComplete();
    if (since === head.batch) return { data: [], since };
    const batch = await readBatch(tx, since);
    if (batch === null) return readComplete();
    if (name === 'fills') {
      const fills = await listOwnFillsSince(tx, userId, batch.at, MAX_FILLS);
      return fills === null ? readComplete() : { data: fills, since };
    }
    if (head.transfer - batch.transfer > MAX_TRANSFERS) return readComplete();
    const changedBalances = await findChangedBalances(tx, [userId], batch.transfer, head.transfer);
    return { data: (await readChangedBalances(tx, changedBalances))[0]?.data ?? [], since };
  }

  async function readSnapshot(userId: string, name: string): Promise<unknown> {
    if (name === 'fills') return (await listOwnFillsSince(tx, userId, null, FIRST_FILLS)) ?? [];
    if (name === 'open-orders') return listNewestOpenOrders(tx, userId);
    return (await readOwnBalances(tx, [userId])).map(balanceDto);
  }

  return {
    readInitial: readInitial,
    readBalances: (changedBalances) => readChangedBalances(tx, changedBalances),
    async readFills(keys) {
      const userFills: UserData<OwnFill>[] = [];
      for (const [userId, ownKeys] of Map.groupBy(keys, ({ userId }) => userId)) {
        const newest = ownKeys.toSorted(
          (a, b) => b.at.getTime() - a.at.getTime() || (b.number > a.number ? 1 : -1),
        );
        userFills.push({ userId, data: await listOwnFillsByKeys(tx, userId, newest) });
      }
      return userFills;
    },
    readOrders: async (ids) => {
      const userOrders: UserData<Order>[] = [];
      for (const [userId, orderIds] of ids)
        userOrders.push({ userId, data: await listOrdersByIds(tx, userId, [...orderIds]) });
      return userOrders;
    },
  };
}

/** Returns the present balances of people whose money moved, for the coins that did. */
async function readChangedBalances(
  tx: Tx,
  changedBalances: readonly { userId: string; asset: Asset }[],
): Promise<UserData<Balance>[]> {
  const keys = new Set(changedBalances.map(({ userId, asset }) => `${userId} ${asset}`));
  const rows = await readOwnBalances(tx, [...new Set(changedBalances.map(({ userId }) => userId))]);
  const changedRows = rows.filter(({ userId, asset }) => keys.has(`${userId} ${asset}`));
  return [...Map.groupBy(changedRows, ({ userId }) => userId)].map(([userId, balances]) => ({
    userId,
    data: balances.map(balanceDto),
  }));
}

const balanceDto = ({ asset, spendable, blocked }: OwnBalance): Balance => ({
  relatedCoin: asset,
  credit: formatAmount(spendable, asset),
  blockedCredit: formatAmount(blocked, asset),
  totalBalance: formatAmount(spendable + blocked, asset),
});
