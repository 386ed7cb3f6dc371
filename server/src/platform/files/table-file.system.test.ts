import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorReply } from '@sarraf/domain/contracts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.ts';
import { parseCsv, readWorkbook, readZip } from '../../../test/workbook.ts';
import { sendFailure } from '../http/failures.ts';
import type { Cell } from './csv.ts';
import { reserveFileSlot } from './running-files.ts';
import { createTableStream, sendTable, type TableFile, type TableFormat } from './table-file.ts';
import { roundToInteger } from './workbook.ts';

const TABLE = {
  name: 'trades',
  head: ['تاریخ', 'مقدار', 'مبلغ (تومان)'],
  exact: true,
} as const;
const ROWS: Cell[][] = [
  ['1405/09/01', { number: '0.10000000' }, { number: '1250000.500000', toman: true }],
  ['=1+1', { number: '123456.123456789012345678' }, { number: '-749999.400000', toman: true }],
  ['1405/09/02', { number: '2.5' }, { number: '300000', toman: true }],
];

const tableOf = (...pages: Cell[][][]): TableFile => ({
  ...TABLE,
  rows: (async function* () {
    yield* pages;
  })(),
});
const bytesOf = async (table: TableFile, form: TableFormat) =>
  Buffer.concat(await createTableStream(table, form).toArray());

describe('a table', () => {
  it('has every digit in CSV', async () => {
    const text = (
      await bytesOf(tableOf(ROWS.slice(0, 2), ROWS.slice(2)), { format: 'csv', lang: 'fa' })
    ).toString();
    expect(parseCsv(text)).toEqual([
      [...TABLE.head],
      ['1405/09/01', '0.10000000', '1250000.500000'],
      ["'=1+1", '123456.123456789012345678', '-749999.400000'],
      ['1405/09/02', '2.5', '300000'],
    ]);
  });

  it('has summable numbers in a workbook, Toman rounded, and long numbers as text too', async () => {
    const bytes = await bytesOf(tableOf(ROWS), { format: 'xlsx', lang: 'fa' });
    const [sheet = []] = [...readWorkbook(bytes).values()];
    expect(sheet).toEqual([
      [...TABLE.head, 'رقم‌های دقیق'],
      ['1405/09/01', '0.1', '1250001'],
      ['=1+1', '123456.123456789012345678', '-749999', 'مقدار 123456.123456789012345678'],
      ['1405/09/02', '2.5', '300000'],
    ]);
    const xml = readZip(bytes).get('xl/worksheets/sheet1.xml') ?? '';
    expect(xml).toContain('rightToLeft="1"');
    // A cell without a type is a number; text is never a formula.
    expect([...xml.matchAll(/<c s="\d"><v>/g)]).toHaveLength(6);
    expect(xml).not.toContain('<f>');
  });

  it.each([
    ['0', '0'],
    ['0.499999', '0'],
    ['0.5', '1'],
    ['-0.4', '0'],
    ['-0.5', '-1'],
    ['999999999999999999.999999', '1000000000000000000'],
  ])('displays %s Toman as %s', (number, whole) => {
    expect(roundToInteger(number)).toBe(whole);
  });
});

/** Debian's libreoffice-calc-nogui, not installed everywhere. */
const hasOffice = spawnSync('soffice', ['--version']).status === 0;

describe.skipIf(!hasOffice)('a workbook in LibreOffice (needs soffice)', () => {
  it('has numbers for amounts, with the correct sum', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'sarraf-table-'));
    try {
      writeFileSync(join(dir, 'table.xlsx'), await bytesOf(tableOf(ROWS), { format: 'xlsx', lang: 'fa' }));
      const home = `-env:UserInstallation=file://${dir}/home`;
      execFileSync(
        'soffice',
        [home, '--headless', '--convert-to', 'fods', '--outdir', dir, join(dir, 'table.xlsx')],
        {
          stdio: 'ignore',
          timeout: 100_000,
        },
      );
      const text = readFileSync(join(dir, 'table.fods'), 'utf8');
      const rows = [...text.matchAll(/<table:table-row.*?<\/table:table-row>/gs)].map(([row]) =>
        [...row.matchAll(/office:value-type="float" office:value="([^"]*)"/g)].map(([, value = '']) => value),
      );
      const filled = rows.filter((row) => row.length > 0);
      expect(filled.map(([, toman]) => toman)).toEqual(['1250001', '-749999', '300000']);
      const coins = filled.reduce((sum, [amount = '']) => sum + Number.parseFloat(amount), 0);
      expect(coins).toBeCloseTo(123_458.723_456_789, 8);
      expect(text).toContain('مقدار 123456.123456789012345678');
    } finally {
      removeFolder(dir);
    }
  });
});

function allPlacesFree(): boolean {
  const releaseSlots: (() => void)[] = [];
  try {
    for (const person of ['a', 'a', 'b', 'b', 'c', 'c']) releaseSlots.push(reserveFileSlot(person));
    return true;
  } catch {
    return false;
  } finally {
    for (const give of releaseSlots) give();
  }
}

describe('a table download', () => {
  let app: FastifyInstance;
  // A slot is released a moment after its client is gone, and all tests of a process share the slots.
  beforeEach(() => expect.poll(allPlacesFree).toBe(true));
  afterEach(() => app.close());

  /** Serves an endless table, or the rows of `rows`; `x-user` is the user. */
  async function serve(rows: () => TableFile['rows']): Promise<string> {
    app = Fastify({ forceCloseConnections: true }) as unknown as FastifyInstance;
    app.setErrorHandler(sendFailure);
    app.get<{ Querystring: { format?: 'csv' | 'xlsx' } }>('/', (request, reply) =>
      sendTable(
        reply,
        String(request.headers['x-user'] ?? 'ann'),
        { ...TABLE, rows: rows() },
        {
          format: request.query.format ?? 'csv',
          lang: 'fa',
        },
      ),
    );
    await app.listen({ host: '127.0.0.1', port: 0 });
    return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
  }
  const ask = (url: string, user = 'ann', signal?: AbortSignal) =>
    fetch(url, { headers: { 'x-user': user }, ...(signal && { signal }) });
  const PAGE = Array.from({ length: 1_000 }, () => ROWS[0] as Cell[]);

  it.each(['csv', 'xlsx'])('stops reading rows for %s once the client is gone', async (format) => {
    let ended = false;
    const url = await serve(async function* () {
      try {
        for (;;) yield PAGE;
      } finally {
        ended = true;
      }
    });
    const leaving = new AbortController();
    const { body } = await ask(`${url}?format=${format}`, 'ann', leaving.signal);
    await body?.getReader().read();
    leaving.abort();
    await expect.poll(() => ended, { timeout: 60_000 }).toBe(true);
  });

  it('generates rows as fast as they are read, for at most two downloads of a user and six in total', async () => {
    let pages = 0;
    const url = await serve(async function* () {
      for (;;) {
        pages += 1;
        yield PAGE;
      }
    });
    const leaving = new AbortController();
    // Referenced until the end: an unreferenced response is cancelled by the garbage collector.
    const replies = [await ask(url, 'ann', leaving.signal), await ask(url, 'ann', leaving.signal)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const third = await ask(url);
    expect([
      third.status,
      third.headers.get('retry-after'),
      ((await third.json()) as ErrorReply).message,
    ]).toEqual([429, '10', 'TOO_MANY_REQUESTS']);
    for (const user of ['bob', 'bob', 'cyn', 'cyn']) {
      const answer = await ask(url, user, leaving.signal);
      expect(answer.status).toBe(200);
      replies.push(answer);
    }
    const seventh = await ask(url, 'dan');
    expect([seventh.status, seventh.headers.get('retry-after')]).toEqual([503, '10']);
    // The clients read no more than fits the sockets' buffers, so generation pauses and holds little memory.
    let earlierPages = -1;
    await expect
      .poll(
        () => {
          const still = pages === earlierPages;
          earlierPages = pages;
          return still;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(true);
    expect(replies.map(({ body }) => body?.locked)).toEqual(Array(6).fill(false));
    leaving.abort();
    await expect
      .poll(async () => (await ask(url, 'dan', AbortSignal.timeout(2_000))).status, { timeout: 60_000 })
      .toBe(200);
  });

  it('is refused if it fails at the start, and cut off if it fails later', async () => {
    let before = true;
    const url = await serve(async function* () {
      if (before) throw new Error('away');
      yield PAGE;
      throw new Error('away');
    });
    const refusal = await ask(url);
    expect([refusal.status, ((await refusal.json()) as ErrorReply).message]).toEqual([
      500,
      'EXCEL_NOT_GENERATED',
    ]);
    before = false;
    for (const format of ['csv', 'xlsx'])
      await expect(ask(`${url}?format=${format}`).then((answer) => answer.text())).rejects.toThrow();
  });
});
