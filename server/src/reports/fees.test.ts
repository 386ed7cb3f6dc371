/** Fees and shares of random histories against a plain recalculation from all transfers. */
import { type Asset, amountOf, formatAmount, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import type { FeeRow, FeeTotal } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import { createRandomHistory, listTransfers, type TransferLine, valueAt } from '../../test/portfolio.ts';
import type { ReferralFixture } from '../../test/referral.ts';
import { readWorkbook } from '../../test/workbook.ts';
import { houseAccount, userAccount } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { createTableStream, type TableFormat } from '../platform/files/table-file.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { foldTrades } from '../trading/totals-store.ts';
import { buildFeeTable } from './export-fees.ts';
import { foldMoney } from './fold-money.ts';
import { readFees } from './read-fees.ts';

const BEGIN = Date.parse('2026-03-20T20:29:30Z');

let context: ReferralFixture;
let lines: TransferLine[];
let firstDay: string;
let ended: string;
/** Source (QUICK or order book) and market of each order. */
let orders: Map<string, string>;

beforeAll(async () => {
  const history = await createRandomHistory(2026, { begin: BEGIN });
  ({ context } = history);
  const { random, people } = history;
  await giveFeeBack(people[0] as Caller);
  lines = await listTransfers(context);
  const { rows } = await sql<{ id: string; name: string }>`select id,
    case when sequence is null then 'OTC ' else 'P2P ' end || coin || '_' || quote as name from orders`.execute(
    context.db,
  );
  orders = new Map(rows.map(({ id, name }) => [id, name]));
  // Small chunks, three concurrent runs, and one that crashes in the middle of its chunk.
  const falls = context.db.transaction().execute(async (tx) => {
    await foldMoney(
      {
        ...context.deps,
        db: { transaction: () => ({ execute: (run: (on: typeof tx) => unknown) => run(tx) }) } as never,
      },
      17,
    );
    throw new Error('the server fell');
  });
  await expect(falls).rejects.toThrow('the server fell');
  await Promise.all([1, 2, 3].map(() => foldMoney(context.deps, 1 + random(9))));
  await foldMoney(context.deps, 1_000);
  firstDay = dayOf(lines[0]?.at as Date);
  ended = dayOf(lines.at(-1)?.at as Date);
});
afterAll(() => context.close());

/** Returns a fee, as for a withdrawal that the bank sent back. */
async function giveFeeBack({ userId }: Caller): Promise<void> {
  const [debit, credit] = [houseAccount('TOMAN', 'fee'), userAccount(userId, 'TOMAN')];
  const amount = amountOf(7_000_000n);
  await context.orders.deps.ledger.submit({
    accounts: [debit, credit],
    decide: () => ({
      transfers: [{ debit, credit, amount, kind: 'correction', reference: newId() }],
      reply: '',
    }),
  });
}

const dayOf = (at: Date) => new Date(at.getTime() + 3.5 * 3_600_000).toISOString().slice(0, 10);
const year = () => ({ from: firstDay, to: ended });

interface Sum {
  fee: bigint;
  returned: bigint;
  referral: bigint;
  toman: bigint;
  entries: number;
}

/** Sums up the transfers one by one. */
function recompute(keyOf: (line: TransferLine) => string, from = firstDay, to = ended): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const line of lines) {
    const { from: debit, kind, asset, amount, at } = line;
    const back = kind === 'correction' && debit === 'house' && line.to !== 'house';
    if ((kind !== 'fee' && kind !== 'referral' && !back) || dayOf(at) < from || dayOf(at) > to) continue;
    const sum = sums.get(keyOf(line)) ?? { fee: 0n, returned: 0n, referral: 0n, toman: 0n, entries: 0 };
    const value = valueAt(asset, amount, 'TOMAN', at);
    if (kind === 'fee') sum.fee += amount;
    else if (kind === 'referral') sum.referral += amount;
    else sum.returned += amount;
    sum.toman += kind === 'fee' ? value : -value;
    sum.entries += 1;
    sums.set(keyOf(line), sum);
  }
  return sums;
}

/** The value is truncated once for each minute instead of once for each transfer. */
function expectSame(rows: readonly (FeeTotal & { key: string })[], expected: Map<string, Sum>): void {
  expect(rows.map(({ key }) => key).sort()).toEqual([...expected.keys()].sort());
  for (const { key, asset, fee, returned, referral, net, entries, netToman } of rows) {
    const sum = expected.get(key) as Sum;
    const format = (amount: bigint) => formatAmount(amount, asset as Asset);
    expect({ key, fee, returned, referral, net, entries }).toEqual({
      key,
      fee: format(sum.fee),
      returned: format(sum.returned),
      referral: format(sum.referral),
      net: format(sum.fee - sum.returned - sum.referral),
      entries: sum.entries,
    });
    const off = units(netToman) - sum.toman;
    expect(off < 0n ? -off : off).toBeLessThanOrEqual(BigInt(sum.entries));
  }
}
const units = (text: string): bigint =>
  text.startsWith('-')
    ? -parseTrustedDecimal(text.slice(1), scaleOf('TOMAN'))
    : parseTrustedDecimal(text, scaleOf('TOMAN'));

const allByDay = async (size: number): Promise<FeeRow[]> => {
  const feeRows: FeeRow[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { content, nextCursor } = await readFees(context.deps, {
      ...year(),
      by: 'DAY',
      size,
      ...(cursor && { cursor }),
    });
    feeRows.push(...content);
    cursor = nextCursor;
  }
  return feeRows;
};

describe('the fee report', () => {
  it('equals the transfers by day, page by page, newest first', async () => {
    const feeRows = await allByDay(3);
    expect(feeRows.length).toBeGreaterThan(6);
    expectSame(
      feeRows.map((row) => ({ ...row, key: `${row.day} ${row.asset}` })),
      recompute(({ asset, at }) => `${dayOf(at)} ${asset}`),
    );
    expect(feeRows.map(({ day }) => day)).toEqual(
      feeRows
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    expect(feeRows).toEqual(await allByDay(100));
  });

  it('equals the transfers by market and source, for fees and for the shares of them', async () => {
    const { content } = await readFees(context.deps, { ...year(), by: 'MARKET' });
    const nameOf = ({ reference, asset }: TransferLine) => orders.get(reference) ?? `WITHDRAWAL ${asset}`;
    expectSame(
      content.map((row) => ({ ...row, key: `${row.source} ${row.market ?? row.asset}` })),
      recompute(nameOf),
    );
    const sources = new Set(content.map(({ source }) => source));
    expect(sources).toEqual(new Set(['OTC', 'P2P', 'WITHDRAWAL']));
    const back = content.find(({ source, asset }) => source === 'WITHDRAWAL' && asset === 'TOMAN');
    expect(back?.returned).not.toMatch(/^0(\.0+)?$/);
    expect(content.some(({ source, referral }) => source === 'P2P' && !/^0(\.0+)?$/.test(referral))).toBe(
      true,
    );
  });

  it('equals the balances of the house’s fee accounts', async () => {
    const { totals, netToman, asOf } = await readFees(context.deps, { ...year(), by: 'MARKET' });
    const { rows } = await sql<{ asset: Asset; balance: bigint }>`select asset, balance from accounts
      where owner = 'house' and kind = 'fee' order by asset`.execute(context.db);
    expect(rows.length).toBeGreaterThan(1);
    expect(Object.fromEntries(totals.map(({ asset, net }) => [asset, net]))).toEqual(
      Object.fromEntries(rows.map(({ asset, balance }) => [asset, formatAmount(balance, asset)])),
    );
    const sum = totals.reduce((all, row) => all + units(row.netToman), 0n);
    expect(units(netToman)).toBe(sum);
    expect(Date.now() - Date.parse(asOf ?? '')).toBeLessThan(60_000);
  });

  it('for a range of days contains those days alone', async () => {
    const days = [...new Set(lines.map(({ at }) => dayOf(at)))].sort();
    const [from, to] = [days[1] as string, days.at(-2) as string];
    const { totals } = await readFees(context.deps, { from, to, by: 'DAY' });
    expectSame(
      totals.map((row) => ({ ...row, key: row.asset })),
      recompute(({ asset }) => asset, from, to),
    );
  });

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
    [{ from: '2026-03-01', to: '2026-13-01' }, 'to'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
    [{ from: '2025-01-01', to: '2026-01-02' }, 'to'],
    [{ from: '2026-03-01', to: '2026-03-02', cursor: '2026-03-01' }, 'cursor'],
    [{ from: '2026-03-01', to: '2026-03-02', cursor: '2026-99-01 TOMAN' }, 'cursor'],
  ])('refuses %j', async (query, field) => {
    await expect(readFees(context.deps, { ...query, by: 'DAY' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      errors: [field],
    });
  });

  it('is exported as a file whose rows add up to the same, and the export is logged', async () => {
    const deps = { db: context.db, clock: systemClock };
    const staff = crypto.randomUUID();
    const file = async (form: TableFormat) =>
      Buffer.concat(
        await createTableStream(await buildFeeTable(deps, staff, { ...year(), ...form }), form).toArray(),
      );
    const fileBytes = await file({ format: 'csv', lang: 'en' });
    const [head, ...rows] = fileBytes.toString('utf8').trim().split('\r\n');
    expect(head).toContain('Net in Toman');
    const sum = rows.reduce((all, row) => all + units(row.split(',').at(-1) ?? ''), 0n);
    // An amount returned on a day without earnings is negative, and still a number.
    expect(rows.some((row) => row.includes(',-'))).toBe(true);
    expect(sum).toBe(units((await readFees(context.deps, { ...year(), by: 'DAY' })).netToman));
    const [[, ...sheet] = []] = [...readWorkbook(await file({ format: 'xlsx', lang: 'fa' })).values()];
    // The same rows, read a thousand at a time; Toman is whole there.
    expect(sheet.map(([day, , , asset]) => [day?.length, asset])).toEqual(
      rows.map((row) => [10, row.split(',')[3]]),
    );
    for (const row of sheet) expect(row[9]).toMatch(/^-?\d+$/);
    const { rows: auditRows } = await sql<{ detail: string }>`select detail from audit_log
      where actor_id = ${staff} and action = 'fees exported' order by number`.execute(context.db);
    expect(auditRows.map(({ detail }) => JSON.parse(detail).format)).toEqual(['csv', 'xlsx']);
  });
});

describe('the trades of a day in the report', () => {
  it('equal those of the totals, however often they are folded', async () => {
    await sql`update trade_totals set folded_until = '2000-01-01'`.execute(context.db);
    await sql`update orders set created_at = created_at - interval '10 minutes'`.execute(context.db);
    await asOwner(context.db, sql`alter table fills disable trigger fills_append_only`);
    await asOwner(context.db, sql`update fills set created_at = created_at - interval '10 minutes'`);
    await Promise.all([foldTrades(context.db), foldTrades(context.db)]);
    await foldTrades(context.db);
    const { rows } = await sql<{ source: string; trades: bigint; worth: bigint }>`
      select source, sum(trades)::bigint as trades, sum(toman_value) as worth from daily_trades group by 1 order by 1`.execute(
      context.db,
    );
    const { rows: expectedRows } = await sql<{ source: string; trades: bigint; worth: bigint }>`
      select 'OTC' as source, count(*) as trades, sum(toman_value) as worth from orders where sequence is null
      union all select 'P2P', count(*), sum(toman_value) from fills order by 1`.execute(context.db);
    expect(rows).toEqual(expectedRows);
    expect(rows.map(({ source }) => source)).toEqual(['OTC', 'P2P']);
  });
});
