import { type Asset, amountOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../../test/people.ts';
import { createReferralFixture, type ReferralFixture } from '../../test/referral.ts';
import { outsideAccount, type TransferKind, userAccount } from '../ledger/index.ts';
import { createLedgerAccount } from '../ledger/types.ts';
import { newId } from '../platform/ids.ts';
import { fromTehranTime, toTehranTime } from '../rules/index.ts';
import type { CoinHoldings } from './deps.ts';
import { foldDays } from './fold-days.ts';
import { foldMoney } from './fold-money.ts';
import { listLastDays, listMonthsUntil, monthStartOf } from './months.ts';
import { readFigures } from './read-figures.ts';

let context: ReferralFixture;
const waiting = { reviews: 3, withdrawals: 2, tickets: 1 };
const deps = () => ({
  ...context.deps,
  waiting: {
    reviews: async () => waiting.reviews,
    withdrawals: async () => waiting.withdrawals,
    tickets: async () => waiting.tickets,
  },
});
const NOTHING_HELD = async (): Promise<CoinHoldings[]> => [];
/** Noon of the present day: everything counts to that day, even if midnight passes during the test. */
const NOON = fromTehranTime(toTehranTime(Date.now()).day, 12 * 60);
const [today, yesterday] = listLastDays(toTehranTime(NOON).day, 2).map(({ from }) => from) as [
  string,
  string,
];

beforeAll(async () => {
  context = await createReferralFixture();
  context.clock.advance(NOON - context.clock.now());
});
afterAll(() => context.close());

const days = async () => (await readFigures(context.deps, NOTHING_HELD, { per: 'DAY', calendar: 'fa' })).rows;
const volume = (userId: string, day: string) =>
  sql`insert into user_volumes (user_id, day, toman_value) values (${userId}, ${day}::date, 1)`.execute(
    context.db,
  );

/** The database sets the time of authorization. */
const authorizedAtNoon = () =>
  sql`update users set authorized_at = ${new Date(NOON)} where authorized_at is not null`.execute(context.db);

describe('calendar months', () => {
  it('start where their calendar says', () => {
    expect(
      ['2026-03-20', '2026-03-21', '2026-04-20', '2026-11-22'].map((day) => monthStartOf(day, 'fa')),
    ).toEqual(['2026-02-20', '2026-03-21', '2026-03-21', '2026-11-22']);
    expect(monthStartOf('2026-11-22', 'en')).toBe('2026-11-01');
  });

  it.each(['fa', 'en'] as const)('follow each other without a gap (%s)', (calendar) => {
    const months = listMonthsUntil('2026-11-22', 30, calendar);
    expect(months).toHaveLength(30);
    for (const [at, { from, to }] of months.entries()) {
      expect(monthStartOf(to, calendar)).toBe(from);
      const before = months[at + 1];
      if (before) expect(Date.parse(from) - Date.parse(before.to)).toBe(86_400_000);
    }
  });
});

describe('the business figures', () => {
  it('cover the last 31 days, and are empty for times without a count', async () => {
    const rows = await days();
    expect(rows).toHaveLength(31);
    expect([rows[0]?.day, rows[1]?.day]).toEqual([today, yesterday]);
    expect(rows[0]).toMatchObject({ newPeople: 0, fees: '0', openOrders: null, waitingTickets: null });
  });

  it('count people on the day they signed up, were authorised and traded, however often they are counted', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c'])
      ids.push(
        await addPerson(context.db, {
          email: `${name}@figures.test`,
          state: name === 'a' ? 'AUTHORIZED' : 'PENDING',
        }),
      );
    const [a, b, c] = ids as [string, string, string];
    await sql`update users set created_at = ${new Date(NOON)}`.execute(context.db);
    await sql`update users set created_at = created_at - interval '1 day' where id = ${c}`.execute(
      context.db,
    );
    await authorizedAtNoon();
    await volume(a, today);
    await volume(b, today);
    await volume(c, yesterday);
    await Promise.all([foldDays(deps()), foldDays(deps())]);
    await foldDays(deps());
    const rows = await days();
    expect(rows[0]).toMatchObject({
      newPeople: 2,
      verified: 1,
      activeTraders: 2,
      openOrders: 0,
      waitingReviews: 3,
    });
    expect(rows[1]).toMatchObject({ newPeople: 1, verified: 0, activeTraders: 1, openOrders: null });
    // Authorised once: approving a later change doesn't count again.
    await sql`update users set authentication_type = 'INFORMATION_CHANGED' where id = ${a}`.execute(
      context.db,
    );
    await sql`update users set authentication_type = 'AUTHORIZED' where id in (${a}, ${b})`.execute(
      context.db,
    );
    await authorizedAtNoon();
    waiting.reviews = 0;
    await foldDays(deps());
    expect((await days())[0]).toMatchObject({ verified: 2, waitingReviews: 0 });
  });

  it('count days again until their trades are folded, also after days without a server', async () => {
    const [late] = listLastDays(today, 6)
      .slice(-1)
      .map(({ from }) => from) as [string];
    await sql`update trade_totals set folded_until = (${late}::date + 1)::timestamp at time zone 'Asia/Tehran' - interval '1 hour'`.execute(
      context.db,
    );
    await sql`update figures_head set day = ${late}::date`.execute(context.db);
    await foldDays(deps());
    expect((await days())[5]).toMatchObject({ day: late, activeTraders: 0 });
    await volume(newId(), late);
    await foldDays(deps());
    expect((await days())[5]).toMatchObject({ day: late, activeTraders: 1 });
    await sql`update trade_totals set folded_until = ${new Date(NOON)}`.execute(context.db);
    await foldDays(deps());
    const { rows } = await sql<{ day: string }>`select day::text as day from figures_head`.execute(
      context.db,
    );
    expect(rows[0]?.day).toBe(today);
  });

  it('of a month count a person who traded on several days once', async () => {
    const { rows } = await sql<{ id: string }>`select id from users where email = 'a@figures.test'`.execute(
      context.db,
    );
    const id = rows[0]?.id as string;
    const start = monthStartOf(today, 'en');
    const before = await readFigures(context.deps, NOTHING_HELD, { per: 'MONTH', calendar: 'en' });
    expect(before.rows).toHaveLength(13);
    if (start < today) await volume(id, start);
    await sql`update figures_head set day = ${start}::date`.execute(context.db);
    await foldDays(deps());
    const { rows: months } = await readFigures(context.deps, NOTHING_HELD, { per: 'MONTH', calendar: 'en' });
    const { rows: traded } = await sql<{
      count: number;
    }>`select count(distinct user_id)::int as count from user_volumes
      where day >= ${start}::date`.execute(context.db);
    expect(months[0]).toMatchObject({ day: start, activeTraders: traded[0]?.count });
    expect(months[0]?.newPeople).toBeGreaterThanOrEqual(2);
  });

  it('sum up deposits and withdrawals by kind, minus reversals', async () => {
    const { userId } = await context.person();
    const own = (asset: Asset) => userAccount(userId, asset);
    const world = (asset: Asset) => outsideAccount('test', asset);
    const house = (asset: Asset, kind: 'in_flight' | 'suspense') => createLedgerAccount('house', asset, kind);
    const till = createLedgerAccount('company:x', 'TOMAN', 'receipts');
    type Move = [ReturnType<typeof own>, ReturnType<typeof own>, bigint, TransferKind];
    const moves: Move[] = [
      [world('TOMAN'), own('TOMAN'), 1_000n, 'deposit'],
      [world('TOMAN'), house('TOMAN', 'suspense'), 500n, 'deposit'],
      [house('TOMAN', 'suspense'), own('TOMAN'), 500n, 'deposit'],
      [world('TETHER'), own('TETHER'), 20n, 'deposit'],
      [own('TETHER'), world('TETHER'), 5n, 'correction'],
      [own('TOMAN'), world('TOMAN'), 300n, 'withdrawal'],
      [world('TOMAN'), own('TOMAN'), 100n, 'correction'],
      [own('TETHER'), house('TETHER', 'in_flight'), 4n, 'withdrawal'],
      [house('TETHER', 'in_flight'), world('TETHER'), 3n, 'withdrawal'],
      [house('TETHER', 'in_flight'), own('TETHER'), 1n, 'correction'],
      [world('TOMAN'), till, 900n, 'deposit'],
      [till, world('TOMAN'), 200n, 'correction'],
      [till, own('TOMAN'), 50n, 'deposit'],
    ];
    await foldMoney(context.deps);
    const [before] = await days();
    await context.orders.deps.ledger.submit({
      accounts: [...moves.map(([debit]) => debit), ...moves.map(([, credit]) => credit)],
      decide: () => ({
        transfers: moves.map(([debit, credit, amount, kind]) => ({
          debit,
          credit,
          amount: amountOf(amount * 1_000_000n),
          kind,
          reference: newId(),
        })),
        reply: '',
      }),
    });
    await Promise.all([foldMoney(context.deps, 3), foldMoney(context.deps, 3)]);
    await foldMoney(context.deps, 3);
    const [after] = await days();
    const more = (
      name: 'tomanDeposits' | 'coinDeposits' | 'tomanWithdrawals' | 'coinWithdrawals' | 'storeReceipts',
    ) => BigInt(after?.[name] ?? 0) - BigInt(before?.[name] ?? 0);
    // A Tether is 100,000 Toman.
    expect({
      tomanDeposits: more('tomanDeposits'),
      coinDeposits: more('coinDeposits'),
      tomanWithdrawals: more('tomanWithdrawals'),
      coinWithdrawals: more('coinWithdrawals'),
      storeReceipts: more('storeReceipts'),
    }).toEqual({
      tomanDeposits: 1_500n,
      coinDeposits: 1_500_000n,
      tomanWithdrawals: 200n,
      coinWithdrawals: 300_000n,
      storeReceipts: 700n,
    });
  });

  it('contain held and owed amounts, and nothing if a part is unknown', async () => {
    const tether = {
      asset: 'TETHER',
      hot: 2_000_000n,
      deposits: 1_000_000n,
      cold: 5_000_000n,
      liabilities: 7_000_000n,
    } as const;
    const reserves = async (...held: CoinHoldings[]) =>
      (await readFigures(context.deps, async () => held, { per: 'DAY', calendar: 'en' })).reserves;
    // On two networks: the owed amount counts once.
    expect(await reserves(tether, tether)).toEqual({ hot: '600000', cold: '1000000', owed: '700000' });
    expect(await reserves(tether, { ...tether, cold: null })).toEqual({
      hot: '600000',
      cold: null,
      owed: '700000',
    });
    const { price } = context.marketInputs;
    context.marketInputs.price = () => null;
    expect(await reserves({ ...tether, cold: 0n })).toEqual({ hot: null, cold: '0', owed: null });
    context.marketInputs.price = price;
  });
});
