/** Random histories of more than a year against a plain recalculation from all transfers, and the files parsed back. */
import { type Asset, formatAmount, isAsset, parseTrustedDecimal, type Quote, scaleOf } from '@sarraf/domain';
import type { StatementRow } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner } from '../../test/owner.ts';
import { ASSETS, createRandomHistory, recompute, type TransferLine, valueAt } from '../../test/portfolio.ts';
import type { ReferralFixture } from '../../test/referral.ts';
import { createStatementsFixture, STATEMENT_ISSUER } from '../../test/statements.ts';
import { expectSameCells } from '../../test/workbook.ts';
import { fromTehranTime } from '../rules/index.ts';
import { FIGURES, STATEMENT_TEXTS } from './file-texts.ts';
import { yearSpanOf } from './years.ts';

const SEEDS = process.env.SARRAF_NIGHTLY ? 20 : 2;
const FIRST_SEED = Number.parseInt(process.env.SARRAF_SEED ?? '1405', 10);
const DAY = 86_400_000;
const YEARS = [
  ['GREGORIAN', 2026],
  ['GREGORIAN', 2027],
  ['JALALI', 1404],
  ['JALALI', 1405],
] as const;

/** Moves orders and fills to the times of their transfers, which the history has changed. */
async function moveTrades(context: ReferralFixture, lines: readonly TransferLine[]): Promise<void> {
  const trades = lines.filter(({ kind }) => kind === 'trade');
  const times = new Map<string, { first: Date; last: Date }>();
  for (const { reference, at } of trades)
    times.set(reference, { first: times.get(reference)?.first ?? at, last: at });
  const { rows: fills } = await sql<{ coin: Asset; quote: Asset; number: bigint; orders: string[] }>`
    select coin, quote, number, array[maker_order, taker_order]::text[] as orders from fills
    order by coin, quote, number`.execute(context.db);
  const pairs = trades.filter(({ id, asset }, at) => {
    const next = trades[at + 1];
    return next?.id === id + 1n && next.asset !== asset;
  });
  for (const { coin, quote, number, orders } of fills) {
    const at = pairs.findIndex(
      ({ id, asset, reference }) =>
        orders.includes(reference) &&
        new Set([asset, trades.find((one) => one.id === id + 1n)?.asset, coin, quote]).size === 2,
    );
    const [pair] = pairs.splice(at, at < 0 ? 0 : 1);
    if (!pair) throw new Error('a fill without transfers');
    for (const id of orders) {
      const period = times.get(id) ?? { first: pair.at, last: pair.at };
      times.set(id, {
        first: period.first < pair.at ? period.first : pair.at,
        last: period.last > pair.at ? period.last : pair.at,
      });
    }
    await asOwner(context.db, sql`alter table fills disable trigger fills_append_only`);
    await asOwner(
      context.db,
      sql`update fills set created_at = ${pair.at} where coin = ${coin} and quote = ${quote}
      and number = ${number}`,
    );
  }
  for (const [id, { first, last }] of times)
    await sql`update orders set created_at = ${first}, closed_at = case when closed_at is not null then ${last}::timestamptz end
      where id = ${id}`.execute(context.db);
}

/** Sums up the flows within a time, from the transfers alone. */
function flowsOf(lines: readonly TransferLine[], person: string, from: number, to: number) {
  const flows = new Map<Asset, Record<string, bigint>>();
  const own = lines.filter((line) => (line.from === person) !== (line.to === person));
  for (const line of own) {
    const { asset, amount, kind, at, reference } = line;
    if (at.getTime() < from || at.getTime() >= to) continue;
    const flow = flows.get(asset) ?? {};
    flows.set(asset, flow);
    const add = (key: string, more: bigint) => {
      flow[key] = (flow[key] ?? 0n) + more;
    };
    const toman = valueAt(asset, amount, 'TOMAN', at);
    if (kind === 'trade') {
      const other = own.find(
        (one) =>
          one.kind === 'trade' &&
          one.reference === reference &&
          (one.id === line.id + 1n || one.id === line.id - 1n) &&
          one.from === line.to,
      ) as TransferLine;
      const paymentLine =
        [line, other].find((one) => one.asset === 'TOMAN') ??
        [line, other].find((one) => one.asset === 'TETHER');
      const value = valueAt(
        (paymentLine as TransferLine).asset,
        (paymentLine as TransferLine).amount,
        'TOMAN',
        at,
      );
      const side = line.to === person ? 'bought' : 'sold';
      add(side, amount);
      add(`${side}Toman`, value);
    } else if (kind === 'correction' && line.debit === 'fee') {
      add('fees', -amount);
      add('feesToman', -toman);
      add('returnedFees', amount);
    } else if (kind === 'correction') add('corrected', line.to === person ? amount : -amount);
    // A company's coins that were put aside and released again have left once or not at all.
    else if (kind === 'release') add('sent', -amount);
    else if (kind === 'fee') {
      add('fees', amount);
      add('feesToman', toman);
    } else if (kind === 'referral') {
      add('referral', amount);
      add('referralToman', toman);
    } else add(line.to === person ? 'received' : 'sent', amount);
  }
  return flows;
}

it.each(Array.from({ length: SEEDS }, (_, n) => FIRST_SEED + n))(
  'a yearly statement equals the sums of all transfers of the year, history %i',
  async (seed) => {
    // Its first transfers are on the last day of a Gregorian year, its last ones in the second year after.
    const begin = Date.parse('2025-12-31T20:29:30Z');
    const { context, people, lines, orders } = await createRandomHistory(seed, { begin, pause: 14 * DAY });
    const statements = createStatementsFixture(context);
    try {
      await moveTrades(context, lines);
      await statements.context.referral.foldTransfers();
      for (const { userId } of people)
        for (const [calendar, year] of YEARS) {
          const span = yearSpanOf(calendar, year);
          const [from, to] = [fromTehranTime(span.from, 0), fromTehranTime(span.to, 0)];
          if (from > context.clock.now()) continue;
          // There is no statement of a year before the first transfer.
          if (!lines.some((line) => [line.from, line.to].includes(userId) && line.at.getTime() < to))
            continue;
          const statement = await statements.createStatementFor(userId, year, { calendar });
          const positions = (end: number) =>
            recompute(
              lines.filter(({ at }) => at.getTime() < end),
              orders,
              userId,
              'TOMAN',
            );
          const [opening, closing] = [positions(from), positions(to)];
          const flows = flowsOf(lines, userId, from, to);
          const rows = new Map<Asset, StatementRow>(
            statement.summary.rows.map((row: StatementRow) => [row.asset, row]),
          );
          for (const asset of ASSETS as readonly Asset[]) {
            const row = rows.get(asset);
            const none = { amount: 0n, cost: 0n, realised: 0n };
            const [before, after] = [opening.get(asset) ?? none, closing.get(asset) ?? none];
            const flow = flows.get(asset);
            if (!row) {
              expect([before.amount, flow]).toEqual([0n, undefined]);
              continue;
            }
            const own = (key: string) => formatAmount(flow?.[key] ?? 0n, asset);
            const toman = (units: bigint) => formatAmount(units, 'TOMAN');
            expect(row).toEqual({
              asset,
              opening: formatAmount(before.amount, asset),
              openingCostToman: toman(before.cost),
              ...Object.fromEntries(
                ['bought', 'sold', 'received', 'sent', 'fees', 'referral', 'corrected'].map((key) => [
                  key,
                  own(key),
                ]),
              ),
              ...Object.fromEntries(
                ['boughtToman', 'soldToman', 'feesToman', 'referralToman'].map((key) => [
                  key,
                  toman(flow?.[key] ?? 0n),
                ]),
              ),
              closing: formatAmount(after.amount, asset),
              closingCostToman: toman(after.cost),
              realisedToman: toman(after.realised - before.realised),
            });
            const units = (key: keyof StatementRow) => parseSigned(row[key], asset);
            const all = (...keys: (keyof StatementRow)[]) => keys.reduce((sum, key) => sum + units(key), 0n);
            expect(
              all('opening', 'bought', 'received', 'referral', 'corrected') - all('sold', 'sent', 'fees'),
            ).toBe(units('closing'));
          }
          expectFiles(statement, flows);
        }
      // The gains of the statements of both calendars add up to those of the positions.
      const { rows } = await sql<{
        wrong: bigint;
      }>`select count(*) as wrong from positions p where realised_toman
        <> (select sum(realised_toman) from daily_balances where user_id = p.user_id and asset = p.asset)`.execute(
        context.db,
      );
      expect(rows[0]?.wrong).toBe(0n);
    } finally {
      statements.close();
      await context.close();
    }
  },
  240_000,
);

/** Corrections are negative where more was taken than given, and fees where more was returned than paid. */
const parseSigned = (text: string, asset: Asset): bigint => {
  const units = parseTrustedDecimal(text.replace(/^-/, ''), scaleOf(asset));
  return text.startsWith('-') ? -units : units;
};

/** Expects both files to have the numbers of the summary, and trades that add up to them. */
function expectFiles(
  {
    summary,
    sheets,
    csv,
    made,
  }: Awaited<ReturnType<ReturnType<typeof createStatementsFixture>['createStatementFor']>>,
  flows: ReturnType<typeof flowsOf>,
) {
  const [sheet = [], tradesSheet = []] = [...sheets.values()];
  const csvHead = csv.findIndex(([first]) => first === 'تاریخ و ساعت');
  const [paper, trades] = [csv.slice(0, csvHead - 1), csv.slice(csvHead)];
  expect(paper.slice(1, 4).map(([label, value]) => [label, value])).toEqual([
    ['صادرکننده', STATEMENT_ISSUER.legalName],
    ['شماره ثبت صادرکننده', STATEMENT_ISSUER.registrationNumber],
    ['آدرس صادرکننده', STATEMENT_ISSUER.address],
  ]);
  expectSameCells(sheet, paper);
  expectSameCells(tradesSheet, trades);
  for (const row of sheet.filter(([first]) => first === 'تومان')) {
    expect(row.slice(1).filter((figure) => !/^-?\d+$/.test(figure))).toEqual([]);
    expect(row).toHaveLength(1 + FIGURES.length);
  }
  expect(trades.length - 1).toBe(made.trades);
  const head = paper.findIndex(([first]) => first === 'دارایی');
  expect(paper[head]?.slice(1)).toEqual(Object.values(STATEMENT_TEXTS.fa.figures));
  const times = trades.slice(1).map(([time = '']) => time);
  expect(times).toEqual([...times].sort());

  const sums: Record<string, bigint> = {};
  const add = (key: string, text: string, asset: Asset) => {
    sums[key] = (sums[key] ?? 0n) + parseTrustedDecimal(text, scaleOf(asset));
  };
  const ASSET_OF: Record<string, Asset> = {
    'بیت‌کوین (BTC)': 'BITCOIN',
    'تتر (USDT)': 'TETHER',
    تومان: 'TOMAN',
  };
  for (const [
    ,
    ,
    coinName = '',
    side = '',
    amount = '',
    ,
    notional = '',
    fee = '',
    total = '',
    quoteName = '',
  ] of trades.slice(1)) {
    const [coin, quote] = [ASSET_OF[coinName] as Asset, ASSET_OF[quoteName] as Quote & Asset];
    const buys = side.startsWith('خرید');
    add(`${coin} ${buys ? 'bought' : 'sold'}`, amount, coin);
    add(`${quote} ${buys ? 'sold' : 'bought'}`, notional, quote);
    add(`${quote} tradeFees`, fee, quote);
    const [value, feeAmount] = [
      parseTrustedDecimal(notional, scaleOf(quote)),
      parseTrustedDecimal(fee, scaleOf(quote)),
    ];
    expect(parseTrustedDecimal(total, scaleOf(quote))).toBe(buys ? value + feeAmount : value - feeAmount);
  }
  for (const row of summary.rows as StatementRow[]) {
    expect(isAsset(row.asset)).toBe(true);
    const asset = row.asset as Asset;
    for (const key of ['bought', 'sold'] as const)
      expect([asset, key, formatAmount(sums[`${asset} ${key}`] ?? 0n, asset)]).toEqual([
        asset,
        key,
        row[key],
      ]);
    // Fees of withdrawals are not fees of trades, and some were returned.
    const fees = parseSigned(row.fees, asset) + (flows.get(asset)?.returnedFees ?? 0n);
    expect(sums[`${asset} tradeFees`] ?? 0n).toBeLessThanOrEqual(fees);
    const written = paper.find(([first]) => ASSET_OF[first ?? ''] === asset);
    expect(written?.slice(1)).toEqual(FIGURES.map((key) => row[key]));
  }
}
