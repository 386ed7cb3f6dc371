/**
 * A fenced law reads growing tables by keys only: with nested loops disabled, a join that isn't fenced would read
 * them whole in each check of a few transfers.
 */

import { type KyselyPlugin, RawNode, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOrdersFixture, type OrdersFixture } from '../../test/orders.ts';
import { asOwner } from '../../test/owner.ts';
import type { Tx } from '../platform/database/database.ts';
import { findViolationsIn } from './index.ts';
import { castToUuid } from './moves.ts';

const FEW_ROWS = ['account_levels', 'row_changes'];

let context: OrdersFixture;
beforeAll(async () => {
  context = await createOrdersFixture();
  const [ann, ben] = [context.person(), context.person()];
  await context.give(ann, 'TOMAN', '10000000000');
  await context.give(ben, 'BITCOIN', '1');
  await context.limit(ann, 'buy', '0.02', '10000000000');
  await context.limit(ben, 'sell', '0.01', '10000000000');
  // As many rows as a real exchange has: with a few rows any plan reads the whole table.
  await asOwner(
    context.db,
    sql`update pg_class set reltuples = 1000000, relpages = 1
      where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
        and relname <> all(${FEW_ROWS})`,
  );
});
afterAll(() => context.close());

/** Makes the queries of laws return their plans. */
function explainer() {
  const plans: string[] = [];
  let loops = true;
  const plugin: KyselyPlugin = {
    transformQuery({ node }): RootOperationNode {
      if (!RawNode.is(node)) return node;
      const [first = '', ...others] = node.sqlFragments;
      if (first.startsWith('set local enable_nestloop')) loops = first.endsWith('on');
      return first.startsWith('with ') && !loops
        ? RawNode.create([`explain ${first}`, ...others], node.parameters)
        : node;
    },
    async transformResult({ result }) {
      const lines = result.rows.map((row) => row['QUERY PLAN']).filter((line) => typeof line === 'string');
      if (lines.length > 0) plans.push(lines.join('\n'));
      return { ...result, rows: lines.length > 0 ? [] : result.rows };
    },
  };
  return { plugin, plans };
}

/** Returns tables that a plan reads without an index condition. */
function readWhole(plan: string): string[] {
  const lines = plan.split('\n');
  return lines.flatMap((line, i) => {
    const [, how, table = ''] =
      /(Seq Scan on|Index (?:Only )?Scan using \S+ on|Bitmap Heap Scan on) (\w+)/.exec(line) ?? [];
    if (how === undefined || FEW_ROWS.includes(table)) return [];
    // There is a BRIN index on time, for which a table of one page is too small.
    const byKey = how.startsWith('Bitmap') || /Index Cond|created_at >=/.test(lines[i + 1] ?? '');
    return byKey ? [] : [table];
  });
}

const ID = '018f0000-0000-7000-8000-00000000abcd';
const NO_IDS = [
  'house',
  '',
  `${ID}\n`,
  ` ${ID}`,
  ID.toUpperCase(),
  `{${ID}}`,
  ID.replaceAll('-', ''),
  `-${ID.slice(1)}`,
  ID.replace('abcd', 'abc-'),
  ID.replace('abcd', 'abcg'),
  ID.replace('abcd', 'abcé'),
  ID.replace('abcd', '____'),
  ID.replace('-7000-', '7-000-'),
];

it('castToUuid accepts only ids as ids, and never sends an invalid one to the database', async () => {
  const { rows } = await sql<{
    text: string;
    id: string | null;
    pattern: boolean;
  }>`select text, ${castToUuid(sql`text`)} as id,
      text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' as pattern
    from unnest(${[ID, ...NO_IDS]}::text[]) texts (text)`.execute(context.db);
  expect(rows).toEqual(
    [ID, ...NO_IDS].map((text) => ({ text, id: text === ID ? ID : null, pattern: text === ID })),
  );
});

it('fenced laws read growing tables only by their keys', async () => {
  const { plugin, plans } = explainer();
  await context.db.transaction().execute(async (tx) => {
    await findViolationsIn(tx.withPlugin(plugin) as Tx, { from: 1n, to: 10n });
  });
  // The statement of all of them, and those that list the violations of each.
  expect(plans[0]).toContain('CTE law_0');
  expect(plans.length).toBeGreaterThanOrEqual(8);
  for (const plan of plans) expect(readWhole(plan), plan).toEqual([]);
});
