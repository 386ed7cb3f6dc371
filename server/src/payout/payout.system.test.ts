/** Withdrawals, ledger and rules are real; the bank is simulated by staff statements. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createWithdrawalFixture,
  type Person,
  SHEBA,
  tomanIntent,
  type WithdrawalFixture,
} from '../../test/withdrawal.ts';
import { newId } from '../platform/ids.ts';
import { createRuleBook, type RuleBook } from '../rules/index.ts';
import type { PayoutDeps } from './deps.ts';
import { createPayout, type Payout } from './index.ts';
import type { PayoutSource } from './ports.ts';
import { recordLineReturned } from './return-line.ts';
import { joinSources } from './sources.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let context: WithdrawalFixture;
let rules: RuleBook;
let payout: Payout;
let ann: Person;
let one: Person;
let two: Person;
let three: Person;

const deps = (changes: Partial<PayoutSource> = {}): PayoutDeps => ({
  db: context.db,
  clock: context.clock,
  log: context.deps.log,
  rules,
  sources: [{ ...context.withdrawal, ...changes }],
  people: context.identity.people,
  stopped: context.custody.stopped,
});

beforeAll(async () => {
  context = await createWithdrawalFixture();
  rules = await createRuleBook({
    db: context.db,
    clock: context.clock,
    log: context.deps.log,
    emailsOf: async () => new Map(),
  });
  rules.routes(context.http);
  payout = createPayout(deps());
  payout.routes(context.http);
  one = await context.person(['treasury']);
  two = await context.person(['treasury']);
  three = await context.person(['treasury']);
  ann = await context.createFundedPerson();
});
afterAll(() => context.close());
afterEach(async () => {
  await context.expectSoundBooks();
  const { rows } =
    await sql`select p.id from payouts p join payout_lines l on l.payout_id = p.id group by p.id
    having count(*) filter (where l.state <> 'HELD') <> p.lines or count(*) filter (where l.state = 'PAID') <> p.paid
      or count(*) filter (where l.state = 'RETURNED') <> p.returned`.execute(context.db);
  expect(rows).toEqual([]);
});

/** Advances to Monday, 08:00 in Tehran, a week after the last one, in months without other holidays. */
let week = Date.parse('2026-09-07T04:30:00Z');
beforeEach(async () => {
  await to(week);
  week += 7 * DAY;
});
async function to(time: number): Promise<void> {
  context.clock.advance(time - context.clock.now());
  for (const who of [ann, one, two, three]) who.token = await context.newSession(who);
}
const cutOff = () => new Date(context.clock.now()).toISOString().slice(0, 10);
const due = (which = payout) => run(which, 'make-payout');
const run = (which: Payout, name: string, payload: unknown = {}) =>
  which.jobs.find((job) => job.name === name)?.run(payload) ?? Promise.reject(new Error(name));
const ask = async (amount = '1000000', by = ann) => (await context.withdraw(by, tomanIntent(amount))).id;
const stateOf = async (id: string) =>
  (await context.list(ann, '?size=100')).find((row) => row.id === id)?.state;

const call = (by: Person, method: 'GET' | 'POST', path: string, body?: object) =>
  context.send(by, method, `/backoffice/payouts${path}`, body);
const batches = async () => (await call(one, 'GET', '?size=100')).body.content;
const newest = async () => (await batches())[0];
const linesOf = async (id: string) => (await call(one, 'GET', `/${id}?size=100`)).body.content;
const download = (by: Person, id: string) =>
  context.http.app.inject({
    method: 'POST',
    url: `/api/backoffice/payouts/${id}/file`,
    headers: { authorization: `Bearer ${by.token}` },
  });
/** Creates a batch of these amounts that `one` took to the bank. */
async function atBank(...amounts: string[]) {
  const ids: string[] = [];
  for (const amount of amounts) ids.push(await ask(amount));
  await to(context.clock.now() + 3 * HOUR);
  await due();
  const { id } = await newest();
  expect((await download(one, id)).statusCode).toBe(200);
  return { id: id as string, ids };
}
const close = (by: Person, id: string) => call(by, 'POST', `/${id}/paid`);
const returnLine = (by: Person, id: string, line: string) =>
  call(by, 'POST', `/${id}/lines/${line}/return`, { reason: 'account closed' });

describe('the daily batch', () => {
  it('is made at its hour, once, of everything requested before it', async () => {
    const early = await ask();
    await due();
    expect(await batches()).toEqual([]);
    await to(context.clock.now() + 2 * HOUR - 1);
    await due();
    expect(await batches()).toEqual([]);
    await to(context.clock.now() + 1);
    const late = await ask();
    await Promise.all([due(), due(), due(createPayout(deps()))]);
    const batchRows = await batches();
    expect(batchRows).toHaveLength(1);
    expect(batchRows[0]).toMatchObject({
      day: cutOff(),
      state: 'OPEN',
      lines: 1,
      total: '996000',
      paid: 0,
      returned: 0,
    });
    expect((await linesOf(batchRows[0].id)).map((line: { id: string }) => line.id)).toEqual([early]);
    expect([await stateOf(early), await stateOf(late)]).toEqual(['SENT', 'APPROVED']);
    await to(context.clock.now() + HOUR);
    await due();
    expect(await stateOf(late)).toBe('APPROVED');
    await to(context.clock.now() + DAY);
    await due();
    expect(await stateOf(late)).toBe('SENT');
    expect(await batches()).toHaveLength(2);
  });

  it('waits for a working day', async () => {
    const friday = context.clock.now() + 4 * DAY + 6 * HOUR;
    await to(friday - DAY);
    const id = await ask();
    await to(friday);
    await due();
    expect(await stateOf(id)).toBe('APPROVED');
    expect((await call(one, 'POST', '')).body.message).toBe('CONFLICT');
    const day = new Date(friday + DAY).toISOString().slice(0, 10);
    await sql`insert into bank_holidays (day, title, provisional) values (${day}::date, 'test', false)`.execute(
      context.db,
    );
    await to(friday + DAY);
    await due();
    expect(await stateOf(id)).toBe('APPROVED');
    await to(friday + 2 * DAY);
    await due();
    expect(await stateOf(id)).toBe('SENT');
    expect((await newest()).day).toBe(new Date(friday + 2 * DAY).toISOString().slice(0, 10));
  });

  it('contains everything that waited while the server was down for three days, once', async () => {
    const before = (await batches()).length;
    const ids = [await ask()];
    await to(context.clock.now() + DAY);
    ids.push(await ask());
    await to(context.clock.now() + 2 * DAY + 8 * HOUR);
    await Promise.all([due(), due()]);
    await due();
    expect((await batches()).length).toBe(before + 1);
    expect((await newest()).lines).toBe(2);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['SENT', 'SENT']);
  });

  it('leaves nothing behind when its process dies, and is made completely afterwards', async () => {
    const ids = [await ask(), await ask(), await ask()];
    await to(context.clock.now() + 3 * HOUR);
    const before = (await batches()).length;
    const dying = createPayout(
      deps({
        takeForBatch: async (tx, until, limit) => {
          await context.withdrawal.takeForBatch(tx, until, limit);
          throw new Error('killed');
        },
      }),
    );
    await expect(due(dying)).rejects.toThrow('killed');
    expect((await batches()).length).toBe(before);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['APPROVED', 'APPROVED', 'APPROVED']);
    await due();
    expect((await newest()).lines).toBe(3);
  });

  it('can be made by hand before its hour; later requests are promised for the next day', async () => {
    const id = await ask();
    const answers = await Promise.all([call(one, 'POST', ''), call(two, 'POST', '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stateOf(id)).toBe('SENT');
    const now = new Date(context.clock.now());
    const promised = await rules.promisePayout(now);
    expect(promised.toISOString().slice(0, 10)).toBe(
      new Date(now.getTime() + DAY).toISOString().slice(0, 10),
    );
    const later = await ask();
    await to(context.clock.now() + 3 * HOUR);
    await due();
    expect(await stateOf(later)).toBe('APPROVED');
  });

  it('is not made empty, so that withdrawals approved later are still paid today', async () => {
    await to(context.clock.now() + DAY + 3 * HOUR);
    await due();
    const before = (await batches()).length;
    await to(context.clock.now() + DAY - 2 * HOUR);
    const id = await ask();
    // As if staff had reviewed it until noon.
    await sql`update withdrawals set state = 'REVIEW' where id = ${id}`.execute(context.db);
    await to(context.clock.now() + 3 * HOUR);
    await due();
    expect((await batches()).length).toBe(before);
    expect((await call(one, 'POST', '')).body.message).toBe('CONFLICT');
    await sql`update withdrawals set state = 'APPROVED' where id = ${id}`.execute(context.db);
    await due();
    expect(await stateOf(id)).toBe('SENT');
  });
});

describe('the bank file', () => {
  it('has Sheba, Rial, name and id, contains no formula, and records who took it', async () => {
    await sql`update users set first_name = '=cmd', last_name = 'نمونه, آن' where id = ${ann.id}`.execute(
      context.db,
    );
    const { id, ids } = await atBank('1000000', '250000');
    const file = await download(two, id);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="payout-2026-\d\d-\d\d\.csv"$/,
    );
    const [head, ...rows] = file.body.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe('sheba,amount_rial,name,id');
    expect(rows.sort()).toEqual(
      [
        `IR${SHEBA},9960000,"'=cmd نمونه, آن",${ids[0]}`,
        `IR${SHEBA},2460000,"'=cmd نمونه, آن",${ids[1]}`,
      ].sort(),
    );
    expect(await newest()).toMatchObject({ state: 'EXPORTED', exportedBy: one.email, closedBy: null });
    const { rows: audit } = await sql<{ actor: string }>`select actor_id as actor from audit_log
      where action = 'payout file taken' and detail::jsonb->>'payout' = ${id} order by number`.execute(
      context.db,
    );
    expect(audit.map(({ actor }) => actor)).toEqual([one.id, two.id]);
  });

  it('leaves out returned lines', async () => {
    const { id, ids } = await atBank('1000000', '2000000');
    expect((await returnLine(two, id, ids[0] ?? '')).status).toBe(200);
    const file = await download(one, id);
    expect(file.body).not.toContain(ids[0]);
    expect(file.body).toContain(ids[1]);
  });

  it("can't be taken after the batch was closed", async () => {
    const { id } = await atBank('1000000');
    await close(two, id);
    const late = await download(three, id);
    expect([late.statusCode, late.json().message]).toEqual([409, 'CONFLICT']);
    const { rows } = await sql`select from payout_exports where payout_id = ${id}`.execute(context.db);
    expect(rows).toHaveLength(1);
  });

  it('can be taken only by the treasury role', async () => {
    const { id } = await atBank('1000000');
    expect((await download(ann, id)).statusCode).toBe(403);
    expect((await download(one, newId())).statusCode).toBe(404);
    expect((await download(one, 'x')).statusCode).toBe(404);
  });
});

describe('while withdrawals are stopped', () => {
  const stop = (stopped: boolean) =>
    sql`update kill_switch set stopped = ${stopped}, reason = 'a test'`.execute(context.db);

  it('no batch is made and no file can be taken; afterwards both can', async () => {
    const id = await ask();
    await to(context.clock.now() + 3 * HOUR);
    const before = (await batches()).length;
    await stop(true);
    await due();
    expect((await call(one, 'POST', '')).body.message).toBe('WITHDRAWALS_STOPPED');
    expect([(await batches()).length, await stateOf(id)]).toEqual([before, 'APPROVED']);
    await stop(false);
    await due();
    expect(await stateOf(id)).toBe('SENT');
    const batch = await newest();
    await stop(true);
    const refusal = await download(one, batch.id);
    expect([refusal.statusCode, refusal.json().message]).toEqual([503, 'WITHDRAWALS_STOPPED']);
    expect((await newest()).state).toBe('OPEN');
    await stop(false);
    expect((await download(one, batch.id)).statusCode).toBe(200);
  });
});

it('leaves out lines of a blocked user until they are unblocked', async () => {
  const rich = await context.createFundedPerson();
  const block = (at: string | null) =>
    sql`update users set blocked_at = ${at}::timestamptz, blocked_reason = ${at && 'a test'} where id = ${rich.id}`.execute(
      context.db,
    );
  const own = await ask('1000000', rich);
  const other = await ask();
  await block('2026-01-01');
  await to(context.clock.now() + 3 * HOUR);
  await due();
  expect(await stateOf(other)).toBe('SENT');
  const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${own}`.execute(
    context.db,
  );
  expect(rows).toEqual([{ state: 'APPROVED' }]);
  await block(null);
  await to(context.clock.now() + DAY);
  await due();
  expect((await linesOf((await newest()).id)).map((line: { id: string }) => line.id)).toEqual([own]);
});

describe('a user who is blocked after they came into a batch', () => {
  let rich: Person;
  const block = (blocked: boolean) =>
    sql`update users set blocked_at = ${blocked ? '2026-01-01' : null}::timestamptz,
      blocked_reason = ${blocked ? 'a test' : null} where id = ${rich.id}`.execute(context.db);
  const stateIn = async (id: string) => {
    const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(
      context.db,
    );
    return rows[0]?.state;
  };
  const lineOf = async (batch: string, id: string) =>
    (await linesOf(batch)).find((line: { id: string }) => line.id === id);
  beforeEach(async () => {
    rich = await context.createFundedPerson();
  });

  it('is left out of the file, waits, and is paid in a later batch once they are unblocked', async () => {
    const [own, other] = [await ask('1000000', rich), await ask('2000000')];
    await to(context.clock.now() + 3 * HOUR);
    await due();
    const batch = await newest();
    expect(batch).toMatchObject({ lines: 2, total: '2992000' });
    await block(true);
    const file = (await download(one, batch.id)).body;
    expect(file).toContain(other);
    expect(file).not.toContain(own);
    expect(await newest()).toMatchObject({ lines: 1, total: '1996000' });
    expect(await lineOf(batch.id, own)).toMatchObject({ state: 'HELD', reason: 'PERSON_BLOCKED' });
    expect(await stateIn(own)).toBe('APPROVED');
    expect((await returnLine(two, batch.id, own)).body.message).toBe('CONFLICT');
    await close(two, batch.id);
    expect(await newest()).toMatchObject({ state: 'CLOSED', paid: 1 });
    expect(await stateIn(own)).toBe('APPROVED');
    await to(context.clock.now() + DAY);
    await due();
    expect((await newest()).id).toBe(batch.id);
    await block(false);
    await due();
    const later = await newest();
    expect((await linesOf(later.id)).map((line: { id: string }) => line.id)).toEqual([own]);
    await download(one, later.id);
    await close(two, later.id);
    expect(await stateIn(own)).toBe('PAID');
    expect(await lineOf(batch.id, own)).toMatchObject({ state: 'HELD' });
    const { rows } = await sql`select 1 from audit_log where action = 'payout line held'
      and subject_id = ${rich.id}`.execute(context.db);
    expect(rows).toHaveLength(1);
  });

  it('can have the withdrawal refused then, which returns the money', async () => {
    const before = await context.readBalances(rich, 'TOMAN');
    const own = await ask('1000000', rich);
    await to(context.clock.now() + 3 * HOUR);
    await due();
    const { id } = await newest();
    await block(true);
    expect((await download(one, id)).body).not.toContain(own);
    const reply = await context.send(one, 'POST', `/backoffice/withdrawals/${own}/refuse`, {
      reason: 'by order',
    });
    expect(reply.status).toBe(200);
    expect(await context.readBalances(rich, 'TOMAN')).toEqual(before);
  });

  it.each(['paid', 'return'] as const)(
    'after the file was taken is not paid with the batch until staff records "%s" for their line',
    async (word) => {
      const before = await context.readBalances(rich, 'TOMAN');
      const [own, other] = [await ask('1000000', rich), await ask('2000000')];
      await to(context.clock.now() + 3 * HOUR);
      await due();
      const { id } = await newest();
      expect((await download(one, id)).body).toContain(own);
      await block(true);
      const say = (by: Person, line = own, which: string = word) =>
        call(
          by,
          'POST',
          `/${id}/lines/${line}/${which}`,
          which === 'return' ? { reason: 'blocked' } : undefined,
        );
      expect((await say(two, own, 'paid')).body.message).toBe('CONFLICT');
      await close(two, id);
      await run(payout, 'settle-payout', { payoutId: id });
      expect(await newest()).toMatchObject({ state: 'CLOSED', lines: 2, paid: 1, returned: 0 });
      expect([await stateIn(own), await stateIn(other)]).toEqual(['BATCHED', 'PAID']);
      expect(await lineOf(id, own)).toMatchObject({ state: 'UNSURE', reason: 'PERSON_BLOCKED' });
      expect((await say(one)).body.message).toBe('SECOND_PERSON_NEEDED');
      expect((await say(three, other, 'paid')).body.message).toBe('CONFLICT');
      expect((await say(three, newId())).body.message).toBe('NOT_FOUND');
      const answers = await Promise.all([say(three), say(three)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      // A line that was not settled immediately is settled by the job.
      await run(payout, 'settle-payout', { payoutId: id });
      expect(await stateIn(own)).toBe(word === 'paid' ? 'PAID' : 'RETURNED');
      expect(await newest()).toMatchObject(
        word === 'paid' ? { paid: 2, returned: 0 } : { paid: 1, returned: 1 },
      );
      if (word === 'return') expect(await context.readBalances(rich, 'TOMAN')).toEqual(before);
    },
  );

  it('is not in a second file either, and never paid together with the batch', async () => {
    const own = await ask('1000000', rich);
    await to(context.clock.now() + 3 * HOUR);
    await due();
    const { id } = await newest();
    await download(one, id);
    await block(true);
    expect((await download(two, id)).body).not.toContain(own);
    await block(false);
    await close(three, id);
    expect(await lineOf(id, own)).toMatchObject({ state: 'UNSURE' });
    expect(await stateIn(own)).toBe('BATCHED');
  });
});

describe('closing a batch', () => {
  it('is refused to a staff member who downloaded the file, by the database too', async () => {
    await ask();
    await to(context.clock.now() + 3 * HOUR);
    await due();
    const { id } = await newest();
    expect((await close(two, id)).body.message).toBe('CONFLICT');
    await download(one, id);
    await download(two, id);
    expect((await close(one, id)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await close(two, id)).body.message).toBe('SECOND_PERSON_NEEDED');
    for (const who of [one, two])
      await expect(
        sql`update payouts set closed_by = ${who.id} where id = ${id}`.execute(context.db),
      ).rejects.toThrow();
    expect((await close(one, newId())).body.message).toBe('NOT_FOUND');
  });

  it('pays each line once, however often it is repeated', async () => {
    const before = await context.balance('outside:bank', 'TOMAN', 'outside');
    const { id, ids } = await atBank('1000000', '2000000', '3000000');
    const answers = await Promise.all([close(two, id), close(two, id), close(two, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await Promise.all([
      run(payout, 'settle-payout', { payoutId: id }),
      run(payout, 'settle-payout', { payoutId: id }),
    ]);
    expect(await newest()).toMatchObject({ state: 'CLOSED', paid: 3, returned: 0, closedBy: two.email });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['DONE', 'DONE', 'DONE']);
    expect((await context.balance('outside:bank', 'TOMAN', 'outside')) - before).toBe(5_988_000_000_000n);
  });

  it('that dies between lines is finished by the job, and a failing line does not stop the others', async () => {
    const { id, ids } = await atBank('1000000', '2000000', '3000000');
    let calls = 0;
    const dying = createPayout(
      deps({
        settlePaid: async (line) => {
          calls += 1;
          if (calls === 1) throw new Error('the ledger is away');
          await context.withdrawal.settlePaid(line);
          // Settled, but the line was not marked.
          if (calls === 2) throw new Error('killed');
        },
      }),
    );
    await sql`update payouts set state = 'CLOSED', closed_by = ${two.id}, closed_at = now() where id = ${id}`.execute(
      context.db,
    );
    await expect(run(dying, 'settle-payout', { payoutId: id })).rejects.toThrow();
    expect((await newest()).paid).toBe(1);
    await run(dying, 'settle-payout', { payoutId: id });
    expect((await newest()).paid).toBe(3);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['DONE', 'DONE', 'DONE']);
  });
});

describe('a returned line', () => {
  it('is spendable again and never paid if returned before the batch is closed', async () => {
    const purse = await context.readBalances(ann, 'TOMAN');
    const { id, ids } = await atBank('1000000', '2000000');
    const [back = '', paidId = ''] = ids;
    const answer = await returnLine(two, id, back);
    expect(answer.body.baseDTO).toMatchObject({
      id: back,
      state: 'RETURNED',
      reason: 'account closed',
      amount: '996000',
    });
    expect((await returnLine(two, id, back)).body.message).toBe('CONFLICT');
    await close(two, id);
    expect([await stateOf(back), await stateOf(paidId)]).toEqual(['RETURNED', 'DONE']);
    expect(await newest()).toMatchObject({ paid: 1, returned: 1, lines: 2 });
    const [spendable = ''] = await context.readBalances(ann, 'TOMAN');
    expect(Number.parseInt(purse[0], 10) - Number.parseInt(spendable, 10)).toBe(2_000_000);
  });

  it('is refunded completely if returned after it was marked paid', async () => {
    const purse = await context.readBalances(ann, 'TOMAN');
    const { id, ids } = await atBank('1000000');
    await close(two, id);
    expect(await stateOf(ids[0] ?? '')).toBe('DONE');
    expect((await returnLine(three, id, ids[0] ?? '')).status).toBe(200);
    expect(await stateOf(ids[0] ?? '')).toBe('RETURNED');
    expect(await newest()).toMatchObject({ paid: 0, returned: 1 });
    expect(await context.readBalances(ann, 'TOMAN')).toEqual(purse);
  });

  it('is either paid or returned if returned while the batch is closed, and line and withdrawal agree', async () => {
    const { id, ids } = await atBank('1000000', '2000000', '3000000', '4000000');
    await Promise.all([close(two, id), ...ids.map((line) => returnLine(three, id, line))]);
    await run(payout, 'settle-payout', { payoutId: id });
    expect(await newest()).toMatchObject({ state: 'CLOSED', paid: 0, returned: 4 });
    expect(new Set(await Promise.all(ids.map(stateOf)))).toEqual(new Set(['RETURNED']));
  });

  it('is refunded by the job when the ledger was unavailable', async () => {
    const { id, ids } = await atBank('1000000');
    const [line = ''] = ids;
    const unsettled = deps({ settleReturned: () => Promise.reject(new Error('away')) });
    const away = { ...unsettled, money: joinSources(unsettled.sources), now: () => new Date() };
    await expect(recordLineReturned(away, two.id, { id, lineId: line }, 'account closed')).rejects.toThrow(
      'away',
    );
    expect(await stateOf(line)).toBe('SENT');
    const { rows } = await sql<{ payload: { withdrawalId: string; reason: string } }>`
      select payload from graphile_worker._private_jobs where payload->>'withdrawalId' = ${line}`.execute(
      context.db,
    );
    expect(rows.map(({ payload }) => payload)).toEqual([{ withdrawalId: line, reason: 'account closed' }]);
    const work = () => run(payout, 'return-payout-line', rows[0]?.payload);
    await Promise.all([work(), work()]);
    expect(await stateOf(line)).toBe('RETURNED');
  });

  it("can't be recorded by its owner, nor before the file was taken", async () => {
    const rich = await context.createFundedPerson();
    await sql`insert into staff (user_id, role, added_at) values (${rich.id}, 'treasury', now())`.execute(
      context.db,
    );
    await sql`update users set two_step_method = 'EMAIL' where id = ${rich.id}`.execute(context.db);
    const own = await ask('1000000', rich);
    await to(context.clock.now() + 3 * HOUR);
    await due();
    const { id } = await newest();
    expect((await returnLine(one, id, own)).body.message).toBe('CONFLICT');
    await download(one, id);
    rich.token = await context.newSession(rich);
    expect((await returnLine(rich, id, own)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await returnLine(two, id, newId())).body.message).toBe('NOT_FOUND');
    expect((await returnLine(two, newId(), own)).body.message).toBe('NOT_FOUND');
  });

  it("can't be recorded by staff who had the bank pay it, in the database too", async () => {
    const { id, ids } = await atBank('1000000', '2000000');
    const [first = '', second = ''] = ids;
    expect((await returnLine(one, id, first)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect(await stateOf(first)).toBe('SENT');
    expect((await returnLine(two, id, first)).status).toBe(200);
    await close(two, id);
    for (const by of [one, two])
      expect((await returnLine(by, id, second)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect(await stateOf(second)).toBe('DONE');
    for (const { id: by } of [one, two])
      await expect(
        sql`update payout_lines set state = 'RETURNED', returned_by = ${by}
          where withdrawal_id = ${second}`.execute(context.db),
      ).rejects.toThrow('can not return it');
    expect((await returnLine(three, id, second)).status).toBe(200);
  });
});

it('shows lines page by page with names and masked accounts', async () => {
  const { id } = await atBank('1000000', '2000000', '3000000');
  const first = (await call(one, 'GET', `/${id}?size=2`)).body;
  expect(first.content).toHaveLength(2);
  expect(first.content[0]).toMatchObject({
    name: '=cmd نمونه, آن',
    bankAccount: `IR55${'*'.repeat(20)}0101`,
    state: 'WAITING',
  });
  const rest = (await call(one, 'GET', `/${id}?size=2&cursor=${first.nextCursor}`)).body;
  expect(rest.content).toHaveLength(1);
  expect(rest.nextCursor).toBeNull();
  expect((await call(one, 'GET', `/${newId()}`)).status).toBe(404);
  // Both reads are in the audit log.
  const { rows } = await sql<{ actor: string; shown: number }>`select actor_id as actor,
      (detail::json ->> 'shown')::int as shown from audit_log
    where action = 'payout lines listed' and detail::json ->> 'payout' = ${id} order by number`.execute(
    context.db,
  );
  expect(rows).toEqual([
    { actor: one.id, shown: 2 },
    { actor: one.id, shown: 1 },
  ]);
});
