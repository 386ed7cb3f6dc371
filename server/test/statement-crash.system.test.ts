/** The server is killed while it creates a statement: the next one starts again, and the statement is complete. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from './product.ts';
import { callServer, readPublishedPrice, signIn } from './running-server.ts';
import { type StatementOutcome, type Step, stopAtStep } from './stops.ts';
import { pollUntil } from './waiting.ts';
import { parseCsv, readWorkbook } from './workbook.ts';

const DEMO = 'demo@sarraf.test';
let t: Product;
beforeAll(async () => {
  t = await startProduct();
});
afterAll(() => t.close(), 240_000);

const KILL_CASES: [Step, StatementOutcome][] = [
  [{ name: 'it has begun', table: 'statements', on: 'update', when: "new.state = 'MAKING'" }, 'finished'],
  [
    { name: 'its files are there', table: 'statements', on: 'update', when: "new.state = 'READY'" },
    'forgotten',
  ],
];

it('a statement is created though the server was killed at its start, and after its files were written', async () => {
  const token = await signIn(t.url, DEMO);
  const body = {
    marketType: 'BITCOIN_TOMAN',
    amount: '0.001',
    unitPrice: await readPublishedPrice(t.url, 'BITCOIN', 'buy'),
  };
  expect((await callServer(t.url, 'POST', '/exchange/buy', { token, body })).status).toBe(200);
  const { years } = (await callServer(t.url, 'GET', '/statements', { token })).body;
  const [year] = years[0].years;
  const statementBody = { calendar: 'JALALI', year, lang: 'en' };
  let id = '';
  for (const [step, fate] of KILL_CASES) {
    const stop = await stopAtStep(t.settings.DATABASE_URL, step);
    // The first is requested; the next server continues it automatically, up to the second stop.
    if (id === '')
      id = (await callServer(t.url, 'POST', '/statements', { token, body: statementBody })).body.baseDTO.id;
    else await t.start();
    try {
      await pollUntil(stop.reached, 240_000);
      await t.kill('server');
    } finally {
      await stop.letGo(fate);
      await stop.remove();
    }
  }
  await t.start();
  const fresh = await signIn(t.url, DEMO);
  const readState = async () =>
    (await callServer(t.url, 'GET', '/statements', { token: fresh })).body.content[0];
  await pollUntil(async () => (await readState()).state === 'READY', 60_000);
  expect(await readState()).toMatchObject({ id, percent: 100, made: { trades: 1, complete: false } });
  const downloadFile = async (format: string) => {
    const answer = await fetch(`${t.url}/api/statements/${id}/file?format=${format}`, {
      headers: { authorization: `Bearer ${fresh}` },
    });
    return Buffer.from(await answer.arrayBuffer());
  };
  const [, trades = []] = [...readWorkbook(await downloadFile('xlsx')).values()];
  expect(trades[1]?.[4]).toBe('0.001');
  const csv = parseCsv((await downloadFile('csv')).toString('utf8'));
  const written = csv.slice(-2);
  expect(written[1]?.[4]).toBe('0.00100000');
  const listFacts = (rows: string[][]) => rows.map((row) => row.slice(0, 4));
  expect(listFacts(written)).toEqual(listFacts(trades));
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from statements`.execute(t.db);
  expect(rows[0]?.count).toBe(1);
  // However often it was started, it is one document, which anyone can verify.
  const { rows: issued } = await sql<{
    count: number;
  }>`select count(*)::int as count from issued_documents`.execute(t.db);
  expect(issued[0]?.count).toBe(1);
  const [, code] = csv.find(([head]) => head === 'Verification code') ?? [];
  const { body: confirmed } = await callServer(t.url, 'GET', `/issued-documents/${code}`);
  expect(confirmed.baseDTO).toMatchObject({ kind: 'STATEMENT', standing: 'CONFIRMED' });
}, 900_000);
