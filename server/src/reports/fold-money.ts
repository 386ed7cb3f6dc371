import type { Asset } from '@sarraf/domain';
import { sql } from 'kysely';
import {
  createTransferFollower,
  type FollowedTransfer,
  followTransfers,
  getPersonOfSide,
  type TransferFollower,
} from '../ledger/index.ts';
import type { Tx } from '../platform/database/database.ts';
import { readPricesAt, valueInQuotes } from '../referral/index.ts';
import { toTehranTime } from '../rules/index.ts';
import type { ReportsDeps } from './deps.ts';

/** Money moved within a minute, smallest units of the asset. */
interface MinuteSum {
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
const createFiguresFold = ({
  market,
}: FoldDeps): Parameters<typeof createTransferFollower<'figures'>>[1] => ({
  name: 'figures',
  head: 'figures_head',
  caughtUpAt: 'folded_at',
  async take(tx, transfers, before) {
    const minuteSums = sumByMinute(transfers, before);
    const prices = await readPricesAt(
      market,
      minuteSums.map(({ at }) => at),
    );
    await addSums(
      tx,
      minuteSums.map((minuteSum) => {
        const tomanValueOf = (amount: bigint) =>
          valueInQuotes(prices(minuteSum.at), minuteSum.asset, amount).TOMAN;
        return { ...minuteSum, value: tomanValueOf(minuteSum.amount) - tomanValueOf(minuteSum.returned) };
      }),
    );
  },
});

export const createFiguresFollower = (deps: FoldDeps): TransferFollower<'figures'> =>
  createTransferFollower(deps.db, createFiguresFold(deps));

export async function foldMoney(deps: FoldDeps, chunk?: number): Promise<void> {
  while (await foldMoneyChunk(deps, chunk));
}

/** Folds one chunk. False: everything is folded, or another process is doing it. */
export const foldMoneyChunk = (deps: FoldDeps, chunk?: number): Promise<boolean> =>
  followTransfers(deps.db, [createFiguresFold(deps)], chunk);

const MINUTE_MS = 60_000;

/** Sums up by minute and purpose. */
function sumByMinute(transfers: readonly FollowedTransfer[], before: FollowedTransfer | null): MinuteSum[] {
  const sums = new Map<string, MinuteSum>();
  let previous = before;
  for (const transfer of transfers) {
    const kind = reportKindOf(transfer);
    // A share follows its fee.
    const fee = transfer.kind === 'referral' && previous?.kind === 'fee' ? previous : transfer;
    previous = transfer;
    if (kind === null) continue;
    const minute = Math.floor(transfer.at.getTime() / MINUTE_MS) * MINUTE_MS;
    const source = kind === 'FEE' || kind === 'REFERRAL' ? sourceOf(fee) : '';
    const { asset, amount } = transfer;
    const coin = fee.order?.coin ?? '';
    const key = [minute, kind, source, coin, asset].join(' ');
    const minuteSum = sums.get(key) ?? {
      at: new Date(minute),
      day: toTehranTime(minute).day,
      kind,
      source,
      coin,
      asset,
      amount: 0n,
      returned: 0n,
      entries: 0n,
    };
    // Money assigned from suspense has just arrived; other corrections are reversals.
    const isReversal = transfer.kind === 'correction' && transfer.debit.kind !== 'suspense';
    sums.set(key, {
      ...minuteSum,
      amount: minuteSum.amount + (isReversal ? 0n : amount),
      returned: minuteSum.returned + (isReversal ? amount : 0n),
      entries: minuteSum.entries + 1n,
    });
  }
  return [...sums.values()];
}

function sourceOf({ order }: FollowedTransfer): MinuteSum['source'] {
  if (order === null) return 'WITHDRAWAL';
  return order.booked ? 'P2P' : 'OTC';
}

/** Returns the kind of a transfer in the report; null: not part of any report. */
function reportKindOf({ kind, debit, credit }: FollowedTransfer): MinuteSum['kind'] | null {
  const [isOutgoing, isIncoming] = [debit, credit].map((side) => getPersonOfSide(side) !== null);
  const isCorrected = kind === 'correction';
  if (kind === 'fee' || (isCorrected && debit.kind === 'fee')) return 'FEE';
  if (kind === 'referral') return 'REFERRAL';
  if (isIncoming && kind === 'deposit' && (debit.kind === 'outside' || debit.kind === 'suspense'))
    return 'DEPOSIT';
  if (isIncoming && isCorrected && debit.kind === 'suspense') return 'DEPOSIT';
  if (isOutgoing && isCorrected && credit.kind === 'outside') return 'DEPOSIT';
  if (isOutgoing && kind === 'withdrawal') return 'WITHDRAWAL';
  if (isIncoming && isCorrected && (debit.kind === 'outside' || debit.kind === 'in_flight'))
    return 'WITHDRAWAL';
  if (kind === 'deposit' && debit.kind === 'outside' && credit.kind === 'receipts') return 'STORE';
  return isCorrected && debit.kind === 'receipts' && credit.kind === 'outside' ? 'STORE' : null;
}

async function addSums(tx: Tx, sums: readonly (MinuteSum & { value: bigint })[]): Promise<void> {
  if (sums.length === 0) return;
  const columnValues = <K extends keyof (typeof sums)[number]>(name: K) => sums.map((sum) => sum[name]);
  await sql`insert into daily_sums (day, kind, source, coin, asset, amount, returned, toman_value, entries)
    select day, kind, source, coin, asset, sum(amount), sum(returned), sum(value), sum(entries)
    from unnest(${columnValues('day')}::date[], ${columnValues('kind')}::text[], ${columnValues('source')}::text[],
      ${columnValues('coin')}::text[], ${columnValues('asset')}::text[], ${columnValues('amount')}::numeric[],
      ${columnValues('returned')}::numeric[], ${columnValues('value')}::numeric[], ${columnValues('entries')}::bigint[])
      as m (day, kind, source, coin, asset, amount, returned, value, entries)
    group by day, kind, source, coin, asset
    on conflict (day, kind, source, coin, asset) do update set amount = daily_sums.amount + excluded.amount,
      returned = daily_sums.returned + excluded.returned, toman_value = daily_sums.toman_value + excluded.toman_value,
      entries = daily_sums.entries + excluded.entries`.execute(tx);
}
