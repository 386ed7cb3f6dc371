import { type Asset, formatAmount } from '@sarraf/domain';
import type { BalancesMessage, Order, OwnFill } from '@sarraf/domain/contracts';
import type { Tx } from '../../platform/database/database.ts';
import { openOrdersOf, ordersByIds, ownFillsAt, ownFillsSince } from '../../trading/index.ts';
import {
  balancesOf,
  type FillKey,
  type Head,
  movedBetween,
  type OwnBalance,
  readBatch,
} from './own-store.ts';

type Balance = BalancesMessage['data'][number];
interface Of<T> {
  userId: string;
  data: T[];
}

export interface OwnParts {
  balances(moved: readonly { userId: string; asset: Asset }[]): Promise<Of<Balance>[]>;
  fills(keys: readonly FillKey[]): Promise<Of<OwnFill>[]>;
  orders(ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<Of<Order>[]>;
  /** `since`: the data is what came after it; null: it is complete. */
  begin(of: {
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
export function openParts(tx: Tx, head: Head): OwnParts {
  async function begin({ userId, name, since }: Parameters<OwnParts['begin']>[0]) {
    const whole = async () => ({ data: await snapshot(userId, name), since: null });
    if (since === null || since > head.batch || name === 'open-orders') return whole();
    if (since === head.batch) return { data: [], since };
    const batch = await readBatch(tx, since);
    if (batch === null) return whole();
    if (name === 'fills') {
      const fills = await ownFillsSince(tx, userId, batch.at, MAX_FILLS);
      return fills === null ? whole() : { data: fills, since };
    }
    if (head.transfer - batch.transfer > MAX_TRANSFERS) return whole();
    const moved = await movedBetween(tx, [userId], batch.transfer, head.transfer);
    return { data: (await changed(tx, moved))[0]?.data ?? [], since };
  }

  async function snapshot(userId: string, name: string): Promise<unknown> {
    if (name === 'fills') return (await ownFillsSince(tx, userId, null, FIRST_FILLS)) ?? [];
    if (name === 'open-orders') return openOrdersOf(tx, userId);
    return (await balancesOf(tx, [userId])).map(balanceDto);
  }

  return {
    begin,
    balances: (moved) => changed(tx, moved),
    async fills(keys) {
      const found: Of<OwnFill>[] = [];
      for (const [userId, own] of Map.groupBy(keys, ({ userId }) => userId)) {
        const newest = own.toSorted(
          (a, b) => b.at.getTime() - a.at.getTime() || (b.number > a.number ? 1 : -1),
        );
        found.push({ userId, data: await ownFillsAt(tx, userId, newest) });
      }
      return found;
    },
    orders: async (ids) => {
      const found: Of<Order>[] = [];
      for (const [userId, own] of ids) found.push({ userId, data: await ordersByIds(tx, userId, [...own]) });
      return found;
    },
  };
}

/** Returns the present balances of people whose money moved, for the coins that did. */
async function changed(tx: Tx, moved: readonly { userId: string; asset: Asset }[]): Promise<Of<Balance>[]> {
  const keys = new Set(moved.map(({ userId, asset }) => `${userId} ${asset}`));
  const rows = await balancesOf(tx, [...new Set(moved.map(({ userId }) => userId))]);
  const own = rows.filter(({ userId, asset }) => keys.has(`${userId} ${asset}`));
  return [...Map.groupBy(own, ({ userId }) => userId)].map(([userId, balances]) => ({
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
