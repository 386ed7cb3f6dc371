/** Requesting, making, storing and deleting statements; their numbers have a test of their own. */
import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReferralFixture, type ReferralFixture } from '../../test/referral.ts';
import { createStatementsFixture, type StatementsFixture } from '../../test/statements.ts';
import { withLongStatementTimeout } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/http.ts';
import { toOwnedRowKey } from '../platform/secrets/secrets.ts';
import { toTehranTime } from '../rules/index.ts';
import { readStatementFile, readStatementPaper } from './read-statement.ts';
import { findReferencedStatementFiles, referencedFilesQuery } from './store.ts';
import { RETENTION_MS } from './view.ts';
import { yearOf } from './years.ts';

let context: ReferralFixture;
let statements: StatementsFixture;
let year: number;

beforeAll(async () => {
  context = await createReferralFixture();
  await context.referral.stop();
  statements = createStatementsFixture(context);
  year = yearOf('JALALI', toTehranTime(context.clock.now()).day);
});
afterAll(async () => {
  statements.close();
  await context.close();
});

/** A person who has bought a coin. */
async function trader(): Promise<Caller> {
  const person = await context.person();
  await context.orders.give(person, 'TOMAN', '500000000');
  await context.orders.give(person, 'BITCOIN', '1');
  await context.orders.quickSell(person, '0.01');
  return person;
}

describe('requesting a statement', () => {
  it('offers the years with any movement, and refuses others', async () => {
    const person = await trader();
    await statements.context.referral.foldTransfers();
    for (const wrong of [year - 1, year + 1, 0, 2 ** 40])
      await expect(statements.ask(person.userId, wrong)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        errors: ['year'],
      });
    expect(await statements.ask(person.userId, year)).toMatchObject({ year, state: 'WAITING', made: null });
  });

  it('many times concurrently results in one statement and one job', async () => {
    const person = await trader();
    const before = (await statements.listJobs()).length;
    const replies = await Promise.all(Array.from({ length: 8 }, () => statements.ask(person.userId, year)));
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect((await statements.listJobs()).length).toBe(before + 1);
  });

  it('again returns the same one, until there is something new', async () => {
    const person = await trader();
    const first = await statements.createStatementFor(person.userId, year);
    expect(first.dto.made).toMatchObject({ complete: false, trades: 1 });
    context.clock.advance(60_000);
    const second = await statements.createStatementFor(person.userId, year);
    expect(second.id).toBe(first.id);
    expect(second.made).toEqual(first.made);
    const { code } = first.summary;
    expect(first.csv.flat()).toContain(code);
    expect(await statements.issued.verify(code)).toMatchObject({
      ...{ kind: 'STATEMENT', standing: 'CONFIRMED', holder: 'س. ا.', newerAt: null },
      statement: { calendar: 'JALALI', year, complete: false },
    });

    await context.orders.quickSell(person, '0.02');
    const third = await statements.createStatementFor(person.userId, year);
    expect(third.id).toBe(first.id);
    expect(third.made.trades).toBe(2);
    expect(third.made.at > first.made.at).toBe(true);
    // The earlier statement's code is still valid, and says that there is a newer one.
    expect(third.summary.code).not.toBe(code);
    expect(await statements.issued.verify(code)).toMatchObject({
      standing: 'SUPERSEDED',
      newerAt: third.made.at.toISOString(),
    });
    expect((await statements.issued.verify(third.summary.code)).standing).toBe('CONFIRMED');
    // The replaced files are deleted.
    expect(statements.files()).toEqual(expect.arrayContaining([third.made.xlsxFile, third.made.csvFile]));
    for (const file of [first.made.xlsxFile, first.made.csvFile])
      expect(statements.files()).not.toContain(file);
  });

  it('in another language or calendar results in another one', async () => {
    const person = await trader();
    const persian = await statements.createStatementFor(person.userId, year);
    const english = await statements.createStatementFor(person.userId, year, { lang: 'en' });
    expect(english.id).not.toBe(persian.id);
    expect(english.summary.code).toBe(persian.summary.code);
    expect([...persian.sheets.keys()]).toEqual(['صورت‌حساب', 'معاملات']);
    expect([...english.sheets.keys()]).toEqual(['Statement', 'Trades']);
    const [paper = []] = [...english.sheets.values()];
    const factNames = ['Name', 'National code'];
    expect(paper[0]).toEqual(['Yearly statement']);
    expect(paper.filter(([fact = '']) => factNames.includes(fact))).toEqual([
      ['Name', 'سارا احمدی'],
      ['National code', '0499370899'],
    ]);
    expect(english.csv.find(([first]) => first === 'Bitcoin (BTC)')).toBeDefined();
  });

  it('again after the end of the year says that it is complete', async () => {
    const person = await trader();
    const running = await statements.createStatementFor(person.userId, year);
    const words = (rows: string[][]) => rows.flat().join(' ');
    expect(words(running.csv)).toContain('هنوز تمام نشده');
    const later = createStatementsFixture({
      ...context,
      clock: { ...context.clock, now: () => context.clock.now() + 366 * 86_400_000 },
    });
    try {
      const over = await later.createStatementFor(person.userId, year);
      expect(over.made.complete).toBe(true);
      expect(words(over.csv)).not.toContain('هنوز تمام نشده');
    } finally {
      later.close();
    }
  });
});

describe('making a statement', () => {
  it("waits until all of the person's transfers are folded, also by another process", async () => {
    const person = await trader();
    const { id } = await statements.ask(person.userId, year);
    // Another process holds the fold for a while.
    const busy = context.db.transaction().execute(async (tx) => {
      await sql`select from positions_head for update`.execute(tx);
      await new Promise((done) => setTimeout(done, 1_000));
    });
    await statements.make(id);
    await busy;
    const { made } = await statements.row(id);
    expect(made?.trades).toBe(1);
  });

  it('that fails leaves no files, reports the failure, and can be requested again', async () => {
    const person = await trader();
    const { id } = await statements.ask(person.userId, year);
    const before = statements.files();
    const { readHolder } = statements.context;
    let fails = true;
    statements.context.readHolder = async (userId) => {
      if (!fails) return readHolder(userId);
      // The name is no text: the file can't be written.
      return { name: null as never, nationalCode: '1' };
    };
    await statements.make(id);
    expect((await statements.row(id)).state).toBe('FAILED');
    expect(statements.files()).toEqual(before);
    fails = false;
    expect(await statements.ask(person.userId, year)).toMatchObject({ id, state: 'WAITING' });
    await statements.make(id);
    expect((await statements.row(id)).state).toBe('READY');
    statements.context.readHolder = readHolder;
  });

  it('that was interrupted starts again, and its files are cleaned up', async () => {
    const person = await trader();
    const { id } = await statements.ask(person.userId, year);
    // Killed in the middle: half a file, and a row that says that it is in progress.
    const half = await statements.context.files.create('a row');
    await half.write(Buffer.alloc(200_000));
    await sql`update statements set state = 'MAKING', percent = 40 where id = ${id}`.execute(context.db);
    const left = statements.files().filter((name) => name.endsWith('.part'));
    expect(left.length).toBe(1);
    await statements.make(id);
    expect(await statements.row(id)).toMatchObject({ state: 'READY', percent: 100 });
    context.clock.advance(2 * 3_600_000);
    await statements.cleanUp();
    expect(statements.files().filter((name) => name.endsWith('.part'))).toEqual([]);
    const { made } = await statements.row(id);
    expect(statements.files()).toContain(made?.csvFile);
    await half.discard();
  });

  it('whose job was lost can be requested again soon', async () => {
    const person = await trader();
    const { id } = await statements.ask(person.userId, year);
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
      where key = ${`make-statement ${id}`}))`.execute(context.db);
    const before = (await statements.listJobs()).length;
    await statements.ask(person.userId, year);
    expect((await statements.listJobs()).length).toBe(before);
    context.clock.advance(3 * 60_000);
    await statements.ask(person.userId, year);
    expect((await statements.listJobs()).length).toBe(before + 1);
  });
});

describe('stored statements', () => {
  it('are encrypted, and readable by their owner alone', async () => {
    const person = await trader();
    const { id, made } = await statements.createStatementFor(person.userId, year);
    const other = await context.person();
    await expect(readStatementPaper(statements.context, other.userId, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      readStatementFile(statements.context, other.userId, { id, format: 'csv' }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { name, nationalCode } = statements.holder;
    expect(await readStatementPaper(statements.context, person.userId, id)).toMatchObject({
      id,
      name,
      nationalCode,
    });
    for (const secret of [name, nationalCode]) {
      expect(readFileSync(join(statements.folder, made.csvFile)).includes(secret)).toBe(false);
      expect(made.summary.includes(secret)).toBe(false);
    }
    expect(statSync(join(statements.folder, made.csvFile)).mode & 0o077).toBe(0);
  });

  it('are deleted after a week without a request; a missing file is made again', async () => {
    const person = await trader();
    const { id, made } = await statements.createStatementFor(person.userId, year);
    await statements.context.files.remove(made.csvFile);
    await expect(
      readStatementFile(statements.context, person.userId, { id, format: 'csv' }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const again = await statements.createStatementFor(person.userId, year);
    expect(again.made.csvFile).not.toBe(made.csvFile);
    context.clock.advance(RETENTION_MS - 60_000);
    await statements.cleanUp();
    expect(statements.files()).toContain(again.made.csvFile);
    context.clock.advance(120_000);
    await statements.cleanUp();
    expect(statements.files()).not.toContain(again.made.csvFile);
    await expect(readStatementPaper(statements.context, person.userId, id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('are found by their files, however many there are', async () => {
    const { userId } = await context.person();
    await withLongStatementTimeout(() =>
      sql`insert into statements (id, user_id, calendar, year, language, state, percent, asked_at, touched_at,
        made_at, complete, trades, summary_encrypted, digest, xlsx_file, csv_file)
      select gen_random_uuid(), ${userId}, 'JALALI', n, 'fa', 'READY', 100, now(), now(), now(), true, 1, '', '',
        'x' || n, 'c' || n from generate_series(1, 20000) n`.execute(context.db),
    );
    await sql`analyze statements`.execute(context.db);
    const names = ['x7', 'c7', 'c20000', 'c20001', '7'];
    expect([...(await findReferencedStatementFiles(context.db, names))].sort()).toEqual([
      'c20000',
      'c7',
      'x7',
    ]);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${referencedFilesQuery(names)}`.execute(
      context.db,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join()).not.toContain('Seq Scan');
    await sql`delete from statements where user_id = ${userId}`.execute(context.db);
  });

  it('are refused when a file was changed, cut, or replaced by another', async () => {
    const { files } = statements.context;
    const write = async (fill: number) => {
      const file = await files.create('a row');
      for (let part = 0; part < 5; part += 1) await file.write(Buffer.alloc(50_000, fill));
      return file.finish();
    };
    const read = async (name: string) => {
      let bytes = 0;
      for await (const part of files.read(name, 'a row')) bytes += part.length;
      return bytes;
    };
    const [one, other] = [await write(1), await write(2)];
    expect(await read(one)).toBe(250_000);
    const path = join(statements.folder, one);
    const whole = readFileSync(path);
    for (const at of [0, 40, 70_000, whole.length - 1]) {
      const changed = Buffer.from(whole);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      writeFileSync(path, changed);
      await expect(read(one)).rejects.toThrow();
    }
    writeFileSync(path, whole);
    const length = whole.readUInt32BE() + 4;
    for (const cut of [0, 2, length, whole.length - 1]) {
      writeFileSync(path, whole);
      const file = openSync(path, 'r+');
      ftruncateSync(file, cut);
      closeSync(file);
      await expect(read(one)).rejects.toThrow();
    }
    // A part left out, and another file's whole content.
    writeFileSync(path, whole.subarray(length));
    await expect(read(one)).rejects.toThrow();
    writeFileSync(path, readFileSync(join(statements.folder, other)));
    await expect(read(one)).rejects.toThrow();
  });
});

const TRADES = 100_000;
/** A tenth of what 100,000 trades take as text alone would exceed a small heap. */
const HEAP_MB = 40;

it('a statement of 100,000 trades is made in a heap of 40 MB, with progress reports', async () => {
  const person = await trader();
  await withLongStatementTimeout(() =>
    sql`insert into orders (user_id, id, coin, quote, order_type, order_status, amount, unit_price, executed_amount,
      notional, fee, total, toman_value, created_at)
    select ${person.userId}, gen_random_uuid(), 'BITCOIN', 'TOMAN', 'EXCHANGE_BUY', 'IS_CLOSED', n, 10000000000000000, n,
      n * 100000000, n, n * 100000001, n, now() - n * interval '1 ms'
    from generate_series(1::bigint, ${TRADES}::bigint) n`.execute(context.db),
  );
  await statements.context.referral.foldTransfers();
  const { id } = await statements.ask(person.userId, year);
  const percents = new Set<number>();
  const watch = setInterval(async () => percents.add((await statements.row(id)).percent), 50);
  const worker = new Worker(new URL('../../test/statement-worker.ts', import.meta.url), {
    workerData: { url: context.orders.url, folder: statements.folder, id },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 8 },
  });
  const failure = await new Promise((done) => {
    worker.once('error', done);
    worker.once('exit', () => done(null));
  });
  clearInterval(watch);
  expect(failure).toBeNull();
  const { state, made } = await statements.row(id);
  expect([state, made?.trades]).toEqual(['READY', TRADES + 1]);
  expect(percents.size).toBeGreaterThan(2);
  let lines = 0;
  for await (const part of statements.context.files.read(
    made?.csvFile ?? '',
    toOwnedRowKey(id, person.userId),
  ))
    for (const byte of part) if (byte === 10) lines += 1;
  expect(lines).toBeGreaterThan(TRADES);
});
