import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import {
  type FollowedTransfer,
  followTransfers,
  personOfSide,
  type TransferFollower,
  transferFollower,
} from '../ledger/index.ts';
import type { Tx } from '../platform/database/database.ts';
import { pricesAt, worthBy } from '../referral/index.ts';
import { inTehran } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';

/** Money moved within a minute, smallest units of the asset. */
interface Moved {
  at: Date;
  day: string;
  kind: 'FEE' | 'REFERRAL' | 'DEPOSIT' | 'WITHDRAWAL' | 'STORE';
  source: 'OTC' | 'P2P' | 'WITHDRAWAL' | '';
  coin: string;
  asset: Asset;
  amount: bigint;
  returned: bigint;
  entries: bigint;
}

type FoldDeps = Pick<ReportsDeps, 'db' | 'market'>;

/** Adds moved money to the sums of its day, afterwards. */
const addMoney = ({ market }: FoldDeps): Parameters<typeof transferFollower<'figures'>>[1] => ({
  name: 'figures',
  head: 'figures_head',
  caughtUpAt: 'folded_at',
  async take(tx, transfers, before) {
    const moved = movedIn(transfers, before);
    const prices = await pricesAt(
      market,
      moved.map(({ at }) => at),
    );
    await addSums(
      tx,
      moved.map((one) => {
        const worth = (amount: bigint) => worthBy(prices(one.at), one.asset, amount).TOMAN;
        return { ...one, value: worth(one.amount) - worth(one.returned) };
      }),
    );
  },
});

export const figuresFollower = (deps: FoldDeps): TransferFollower<'figures'> =>
  transferFollower(deps.db, addMoney(deps));

export async function foldMoney(deps: FoldDeps, chunk?: number): Promise<void> {
  while (await foldSomeMoney(deps, chunk));
}

/** Folds one chunk. False: everything is folded, or another process is doing it. */
export const foldSomeMoney = (deps: FoldDeps, chunk?: number): Promise<boolean> =>
  followTransfers(deps.db, [addMoney(deps)], chunk);

const MINUTE_MS = 60_000;

/** Sums up by minute and purpose. */
function movedIn(transfers: readonly FollowedTransfer[], before: FollowedTransfer | null): Moved[] {
  const sums = new Map<string, Moved>();
  let last = before;
  for (const transfer of transfers) {
    const kind = kindOf(transfer);
    // A share follows its fee.
    const fee = transfer.kind === 'referral' && last?.kind === 'fee' ? last : transfer;
    last = transfer;
    if (kind === null) continue;
    const minute = Math.floor(transfer.at.getTime() / MINUTE_MS) * MINUTE_MS;
    const source = kind === 'FEE' || kind === 'REFERRAL' ? sourceOf(fee) : '';
    const { asset, amount } = transfer;
    const coin = fee.order?.coin ?? '';
    const key = [minute, kind, source, coin, asset].join(' ');
    const sum = sums.get(key) ?? {
      at: new Date(minute),
      day: inTehran(minute).day,
      kind,
      source,
      coin,
      asset,
      amount: 0n,
      returned: 0n,
      entries: 0n,
    };
    // Money assigned from suspense has just arrived; other corrections are reversals.
    const back = transfer.kind === 'correction' && transfer.debit.kind !== 'suspense';
    sums.set(key, {
      ...sum,
      amount: sum.amount + (back ? 0n : amount),
      returned: sum.returned + (back ? amount : 0n),
      entries: sum.entries + 1n,
    });
  }
  return [...sums.values()];
}

function sourceOf({ order }: FollowedTransfer): Moved['source'] {
  if (order === null) return 'WITHDRAWAL';
  return order.booked ? 'P2P' : 'OTC';
}

/** Returns the kind of a transfer in the report; null: not part of any report. */
function kindOf({ kind, debit, credit }: FollowedTransfer): Moved['kind'] | null {
  const [leaves, comes] = [debit, credit].map((side) => personOfSide(side) !== null);
  const corrected = kind === 'correction';
  if (kind === 'fee' || (corrected && debit.kind === 'fee')) return 'FEE';
  if (kind === 'referral') return 'REFERRAL';
  if (comes && kind === 'deposit' && (debit.kind === 'outside' || debit.kind === 'suspense'))
    return 'DEPOSIT';
  if (comes && corrected && debit.kind === 'suspense') return 'DEPOSIT';
  if (leaves && corrected && credit.kind === 'outside') return 'DEPOSIT';
  if (leaves && kind === 'withdrawal') return 'WITHDRAWAL';
  if (comes && corrected && (debit.kind === 'outside' || debit.kind === 'in_flight')) return 'WITHDRAWAL';
  if (kind === 'deposit' && debit.kind === 'outside' && credit.kind === 'receipts') return 'STORE';
  return corrected && debit.kind === 'receipts' && credit.kind === 'outside' ? 'STORE' : null;
}

async function addSums(tx: Tx, sums: readonly (Moved & { value: bigint })[]): Promise<void> {
  if (sums.length === 0) return;
  const column = <K extends keyof (typeof sums)[number]>(name: K) => sums.map((sum) => sum[name]);
  await sql`insert into daily_sums (day, kind, source, coin, asset, amount, returned, toman_value, entries)
    select day, kind, source, coin, asset, sum(amount), sum(returned), sum(value), sum(entries)
    from unnest(${column('day')}::date[], ${column('kind')}::text[], ${column('source')}::text[],
      ${column('coin')}::text[], ${column('asset')}::text[], ${column('amount')}::numeric[],
      ${column('returned')}::numeric[], ${column('value')}::numeric[], ${column('entries')}::bigint[])
      as m (day, kind, source, coin, asset, amount, returned, value, entries)
    group by day, kind, source, coin, asset
    on conflict (day, kind, source, coin, asset) do update set amount = daily_sums.amount + excluded.amount,
      returned = daily_sums.returned + excluded.returned, toman_value = daily_sums.toman_value + excluded.toman_value,
      entries = daily_sums.entries + excluded.entries`.execute(tx);
}
