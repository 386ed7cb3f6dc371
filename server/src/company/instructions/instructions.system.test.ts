/**
 * What a store's key may move, what waits for its owner, and that each instruction is executed once with concurrent
 * decisions.
 */
import { addDays, fromTehranTime, toTehranTime } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type CompanyFixture,
  createIdempotencyKey,
  DAY,
  OTHER_CARD,
  startCompanies,
  type TestCompany,
} from '../../../test/company.ts';
import { addSession } from '../../../test/people.ts';
import { stopAtStep } from '../../../test/stops.ts';
import { pollUntil } from '../../../test/waiting.ts';

let t: CompanyFixture;
beforeAll(async () => {
  t = await startCompanies();
  await sql`update company_limits set shop_per_day = 9e30, starts_per_hour = 100000`.execute(t.db);
  await t.setRules({ tomanDepositPerDay: '1000000000' });
});
afterAll(() => t.close(), 30_000);
afterEach(() => t.expectSound());

type Answer = Awaited<ReturnType<CompanyFixture['as']>>;

async function keyOf(company: TestCompany, permissions: string[] = ['REFUND', 'SETTLE']) {
  const reply = await t.as(company, 'POST', '/company/keys', { label: 'shop', permissions });
  const { key, apiKey } = reply.body.baseDTO;
  return { token: key as string, id: apiKey.id as string };
}
const refund = (
  program: { token: string },
  paymentId: string,
  more: object = {},
  key = createIdempotencyKey(),
) => t.as(program, 'POST', '/company-api/refunds', { paymentId, reason: 'sold out', ...more }, key);
const settle = (program: { token: string }, key = createIdempotencyKey()) =>
  t.as(program, 'POST', '/company-api/settlements', {}, key);
const rule = (by: { token: string }, above: string | null) =>
  t.as(by, 'PUT', '/company/approval-rule', { above });
const decide = (by: { token: string }, id: string, what: 'approve' | 'refuse') =>
  t.as(by, 'POST', `/company/instructions/${id}/${what}`);
const read = async (program: { token: string }, id: string) =>
  (await t.as(program, 'GET', `/company-api/instructions/${id}`)).body.baseDTO;
const outcomeOf = ({ status, body }: Answer) => [status, body.message];
const stateOf = ({ body }: Answer) => body.baseDTO?.state;

const refundsOf = async (payment: string): Promise<string[]> => {
  const { rows } = await sql<{ state: string }>`select state from company_refunds
    where payment_id = ${payment} order by id`.execute(t.db);
  return rows.map(({ state }) => state);
};
const eventsOf = async ({ id }: TestCompany): Promise<string[]> => {
  const { rows } = await sql<{ kind: string }>`select kind from company_events
    where company_id = ${id} and kind not in ('payment.paid') order by id`.execute(t.db);
  return rows.map(({ kind }) => kind);
};
const actionsOf = async ({ userId }: TestCompany): Promise<string[]> => {
  const { rows } = await sql<{ action: string }>`select action from audit_log
    where subject_id = ${userId} order by number`.execute(t.db);
  return rows.map(({ action }) => action);
};

describe('an API key of a store', () => {
  it('has no money permissions by default; they are granted and withdrawn in a confirmed session', async () => {
    const company = await t.company();
    const payment = await t.pay(company, '50000');
    const key = await keyOf(company, []);
    for (const [answer, permission] of [
      [await refund(key, payment), 'REFUND'],
      [await settle(key), 'SETTLE'],
    ] as const) {
      expect(outcomeOf(answer)).toEqual([403, 'API_KEY_PERMISSION']);
      expect(answer.body.data).toEqual({ permission });
    }
    const path = `/company/keys/${key.id}/permissions`;
    const old = { confirmedAt: new Date(t.clock.now() - 11 * 60_000), now: t.now() };
    const stale = { token: await addSession(t.db, company.userId, old) };
    const grant = { permissions: ['SETTLE', 'REFUND', 'REFUND'].slice(0, 2) };
    for (const refusal of [
      await t.as(stale, 'PUT', path, grant),
      await t.as(stale, 'POST', '/company/keys', { label: 'x', ...grant }),
      await rule(stale, null),
    ])
      expect(outcomeOf(refusal)).toEqual([403, 'CONFIRMATION_NEEDED']);
    expect((await t.as(company, 'PUT', path, { permissions: ['WITHDRAW'] })).status).toBe(400);
    expect((await t.as(company, 'PUT', path, grant)).body.baseDTO.permissions).toEqual(['REFUND', 'SETTLE']);
    expect(stateOf(await refund(key, payment))).toBe('DONE');
    await t.as(company, 'PUT', path, { permissions: [] });
    expect(outcomeOf(await settle(key))).toEqual([403, 'API_KEY_PERMISSION']);
    expect(await actionsOf(company)).toEqual(
      expect.arrayContaining(['API key permissions set', 'asked by key', 'refund asked']),
    );
  });

  it('requests a refund with the same command as on the web, once per idempotency key', async () => {
    const [company, other] = [await t.company(), await t.company()];
    const staff = await t.person('REAL', ['treasury']);
    const [payment, second] = [await t.pay(company, '60000'), await t.pay(company, '70000')];
    const [key, stranger] = [await keyOf(company), await keyOf(other)];
    expect(outcomeOf(await refund(stranger, payment))).toEqual([404, 'NOT_FOUND']);
    expect(outcomeOf(await refund(key, payment, { amount: '59999' }))).toEqual([400, 'AMOUNT_NOT_ALLOWED']);
    expect(outcomeOf(await refund(key, payment, { reason: ' \n ' }))).toEqual([400, 'BAD_REQUEST']);
    const bare = await t.as(key, 'POST', '/company-api/refunds', { paymentId: payment, reason: 'sold out' });
    expect([bare.body.message, bare.body.errors]).toEqual(['BAD_REQUEST', ['Idempotency-Key']]);
    // A payment by another card than was typed is in suspense: the store can't refund it.
    const startedPayment = (await t.start(company, '20000')).body.baseDTO;
    await sql`update sandbox_bank_payments set card = ${OTHER_CARD}
      where authority = ${startedPayment.redirectSite.split('/').at(-1)}`.execute(t.db);
    await t.atBank(startedPayment.redirectSite);
    expect(outcomeOf(await refund(key, startedPayment.id))).toEqual([409, 'CONFLICT']);
    const mine = createIdempotencyKey();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => refund(key, payment, { amount: '60000' }, mine)),
    );
    expect(new Set(answers.map(({ body }) => body.baseDTO?.id)).size).toBe(1);
    expect(outcomeOf(await refund(key, second, {}, mine))).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    expect(outcomeOf(await refund(key, payment))).toEqual([409, 'CONFLICT']);
    const done = answers[0]?.body.baseDTO;
    expect(done).toMatchObject({
      kind: 'REFUND',
      state: 'DONE',
      amount: '60000',
      paymentId: payment,
      refund: { state: 'ASKED', reference: null },
      key: { label: 'shop', tail: key.token.slice(-4) },
      expiresAtDateTime: null,
    });
    expect(outcomeOf(await t.as(stranger, 'GET', `/company-api/instructions/${done.id}`))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    // Staff pays it like any other; the requester is the store.
    const { body } = await t.as(staff, 'GET', `/backoffice/company-refunds?company=${company.id}`);
    expect(body.content).toMatchObject([{ askedBy: company.email, reason: 'sold out', state: 'ASKED' }]);
    await t.as(staff, 'POST', `/backoffice/company-refunds/${body.content[0].id}`, {
      decision: 'PAID',
      reference: 'PAYA-1',
    });
    expect((await read(key, done.id)).refund).toEqual({ state: 'PAID', reference: 'PAYA-1' });
    // A refund that staff cancels is reported, and the payment is the store's again.
    const dropped = (await refund(key, second)).body.baseDTO.id;
    const { body: now } = await t.as(staff, 'GET', `/backoffice/company-refunds?company=${company.id}`);
    await t.as(staff, 'POST', `/backoffice/company-refunds/${now.content[0].id}`, { decision: 'CANCELLED' });
    expect((await read(key, dropped)).refund.state).toBe('CANCELLED');
    expect(await eventsOf(company)).toEqual(['payment.refunded', 'refund.cancelled']);
    expect(await t.receipts(company)).toBe('70000');
  });

  it('settles the receipts to the wallet like its owner does, once, without requested refunds', async () => {
    const company = await t.company();
    const key = await keyOf(company);
    expect(outcomeOf(await settle(key))).toEqual([409, 'CONFLICT']);
    await t.pay(company, '80000');
    const back = await t.pay(company, '20000', { cardNumber: OTHER_CARD });
    await refund(key, back);
    const mine = createIdempotencyKey();
    const answers = await Promise.all(Array.from({ length: 5 }, () => settle(key, mine)));
    expect(new Set(answers.map(({ body }) => body.baseDTO?.id)).size).toBe(1);
    expect(answers[0]?.body.baseDTO).toMatchObject({ kind: 'SETTLE', state: 'DONE', amount: '80000' });
    await pollUntil(async () => (await t.balance(company.userId)) === 80_000_000_000n, 60_000);
    expect(await t.receipts(company)).toBe('20000');
    const [row] = await t.settlements(company);
    expect(answers[0]?.body.baseDTO.settlementIds).toEqual([row?.id]);
    expect(outcomeOf(await settle(key))).toEqual([409, 'CONFLICT']);
    // A refused request left nothing behind: the same key works once there are receipts.
    const later = createIdempotencyKey();
    expect(outcomeOf(await settle(key, later))).toEqual([409, 'CONFLICT']);
    await t.pay(company, '10000');
    expect(stateOf(await settle(key, later))).toBe('DONE');
  });

  it('can do nothing for a blocked store, and reads its earlier requests', async () => {
    const company = await t.company();
    const key = await keyOf(company);
    const payment = await t.pay(company, '30000');
    await t.pay(company, '30000');
    const mine = createIdempotencyKey();
    await refund(key, payment, {}, mine);
    await rule(company, '0');
    const waiting = (await settle(key)).body.baseDTO.id;
    const staff = await t.person('REAL', ['treasury']);
    await t.as(staff, 'POST', `/backoffice/companies/${company.id}/block`, { reason: 'a test' });
    expect(outcomeOf(await settle(key))).toEqual([409, 'COMPANY_NOT_ACTIVE']);
    expect(outcomeOf(await decide(company, waiting, 'approve'))).toEqual([409, 'COMPANY_NOT_ACTIVE']);
    expect(stateOf(await refund(key, payment, {}, mine))).toBe('DONE');
    expect((await read(key, waiting)).state).toBe('WAITING');
  });
});

describe('a store whose owner has frozen the account', () => {
  it('can neither refund nor settle, and can again when it is unfrozen', async () => {
    const company = await t.company();
    const staff = await t.person('REAL', ['treasury']);
    const key = await keyOf(company);
    const [firstPayment, secondPayment] = [await t.pay(company, '30000'), await t.pay(company, '40000')];
    await refund(key, firstPayment);
    await rule(company, '0');
    const waiting = (await settle(key)).body.baseDTO.id;
    const freeze = (at: Date | null) =>
      sql`update users set frozen_at = ${at}, frozen_by = ${at && 'OWNER'} where id = ${company.userId}`.execute(
        t.db,
      );
    await freeze(t.now());
    const { body } = await t.as(staff, 'GET', `/backoffice/company-refunds?company=${company.id}`);
    const path = `/backoffice/company-refunds/${body.content[0].id}`;
    const pay = () => t.as(staff, 'POST', path, { decision: 'PAID', reference: 'PAYA-2' });
    for (const refusal of [
      await refund(key, secondPayment),
      await settle(key),
      await decide(company, waiting, 'approve'),
      await pay(),
    ])
      expect(outcomeOf(refusal)).toEqual([403, 'OWNER_FROZEN']);
    expect([await refundsOf(firstPayment), await refundsOf(secondPayment)]).toEqual([['ASKED'], []]);
    await freeze(null);
    expect((await pay()).status).toBe(200);
    expect(stateOf(await decide(company, waiting, 'approve'))).toBe('DONE');
  });
});

describe('the approval rule of a store', () => {
  it('is loosened only in a confirmed session, and tightened in any session', async () => {
    const company = await t.company();
    const old = { confirmedAt: new Date(t.clock.now() - 11 * 60_000), now: t.now() };
    const stale = { token: await addSession(t.db, company.userId, old) };
    const tighten = (above: string | null) =>
      t.as(stale, 'POST', '/company/approval-rule/tighten', { above });
    expect((await tighten('500000')).body.baseDTO).toEqual({ above: '500000' });
    expect((await tighten('۱۰۰۰۰۰')).body.baseDTO).toEqual({ above: '100000' });
    for (const looser of ['100001', null]) {
      const { status, body } = await tighten(looser);
      expect([status, body.errors]).toEqual([400, ['above']]);
    }
    expect((await tighten('0')).body.baseDTO).toEqual({ above: '0' });
    expect(outcomeOf(await rule(company, '0.5'))).toEqual([400, 'AMOUNT_NOT_ALLOWED']);
    expect(outcomeOf(await rule(company, '-1'))).toEqual([400, 'UNACCEPTABLE_AMOUNT']);
    expect((await t.as(company, 'GET', '/company/approval-rule')).body.baseDTO).toEqual({ above: '0' });
    expect((await rule(company, null)).body.baseDTO).toEqual({ above: null });
  });

  it('lets larger amounts wait, without a hold, until the owner approves or refuses', async () => {
    const company = await t.company();
    const key = await keyOf(company);
    await rule(company, '50000');
    const [small, large] = [await t.pay(company, '50000'), await t.pay(company, '50001')];
    expect(stateOf(await refund(key, small))).toBe('DONE');
    const mine = createIdempotencyKey();
    const reply = await refund(key, large, {}, mine);
    expect(reply.body.baseDTO).toMatchObject({ state: 'WAITING', refund: null, decidedAtDateTime: null });
    const { id } = reply.body.baseDTO;
    expect(await refundsOf(large)).toEqual([]);
    expect(outcomeOf(await refund(key, large))).toEqual([409, 'CONFLICT']);
    const list = await t.as(company, 'GET', '/company/instructions?state=WAITING');
    expect(list.body.content.map((row: { id: string }) => row.id)).toEqual([id]);
    expect(stateOf(await decide(company, id, 'refuse'))).toBe('REFUSED');
    const again = await decide(company, id, 'approve');
    expect([...outcomeOf(again), again.body.data]).toEqual([409, 'CONFLICT', { state: 'REFUSED' }]);
    expect(stateOf(await refund(key, large, {}, mine))).toBe('REFUSED');
    // Requested again, and approved.
    const second = (await refund(key, large)).body.baseDTO.id;
    expect(stateOf(await decide(company, second, 'approve'))).toBe('DONE');
    expect(await refundsOf(large)).toEqual(['ASKED']);
    // The receipts count as one amount, however small their payments are.
    await t.pay(company, '30000');
    expect(stateOf(await settle(key))).toBe('DONE');
    await pollUntil(async () => (await t.balance(company.userId)) === 30_000_000_000n, 60_000);
    await t.pay(company, '30000');
    await t.pay(company, '30000', { cardNumber: OTHER_CARD });
    const all = (await settle(key)).body.baseDTO;
    expect(all).toMatchObject({ state: 'WAITING', amount: '60000', settlementIds: [] });
    expect((await t.settlements(company)).length).toBe(1);
    expect(outcomeOf(await settle(key))).toEqual([409, 'CONFLICT']);
    await t.pay(company, '15000');
    expect((await decide(company, all.id, 'approve')).body.baseDTO).toMatchObject({
      state: 'DONE',
      amount: '75000',
    });
    await pollUntil(async () => (await t.balance(company.userId)) === 105_000_000_000n, 60_000);
    expect(await eventsOf(company)).toEqual(['instruction.refused', 'instruction.done', 'instruction.done']);
    const { body: outbox } = await t.as(null, 'GET', `/sandbox/outbox?to=${company.email}`);
    expect(JSON.stringify(outbox)).toContain('منتظر تأیید شماست');
  });

  it('adds up a day’s refunds of all keys, also concurrent ones, and starts again at midnight', async () => {
    const company = await t.company();
    const keys = [await keyOf(company), await keyOf(company)];
    await rule(company, '50000');
    const payments: string[] = [];
    for (let n = 0; n < 7; n += 1) payments.push(await t.pay(company, '20000'));
    const ask = (n: number) => refund(keys[n % 2] as { token: string }, payments[n] as string);
    const states = (await Promise.all([0, 1, 2, 3, 4].map(ask))).map(stateOf);
    expect(states.sort()).toEqual(['DONE', 'DONE', 'WAITING', 'WAITING', 'WAITING']);
    // The first waiting one is approved, and doesn't count among those without approval.
    const list = await t.as(company, 'GET', '/company/instructions?state=WAITING');
    expect(stateOf(await decide(company, list.body.content[0].id, 'approve'))).toBe('DONE');
    expect(stateOf(await ask(5))).toBe('WAITING');
    // A settlement goes to the owner's own wallet: the remaining receipts are settled without approval.
    await rule(company, '1000000');
    expect(stateOf(await settle(keys[0] as { token: string }))).toBe('DONE');
    await rule(company, '50000');
    const { day } = toTehranTime(t.clock.now());
    await t.moveClock(fromTehranTime(addDays(day, 1), 0) - t.clock.now() - 1_000, company);
    const [last, late, early] = [
      await t.pay(company, '10000'),
      await t.pay(company, '30000'),
      await t.pay(company, '50000'),
    ];
    expect(stateOf(await refund(keys[0] as { token: string }, last))).toBe('DONE');
    expect(stateOf(await refund(keys[1] as { token: string }, late))).toBe('WAITING');
    await t.moveClock(1_000, company);
    expect(stateOf(await refund(keys[1] as { token: string }, early))).toBe('DONE');
  });

  it('refuses the waiting instructions of a key that is revoked or loses its permission', async () => {
    const company = await t.company();
    await rule(company, '0');
    const [one, two] = [await keyOf(company), await keyOf(company)];
    const payment = await t.pay(company, '40000');
    const [back, all] = [await refund(one, payment), await settle(two)].map(({ body }) => body.baseDTO.id);
    await t.as(company, 'PUT', `/company/keys/${one.id}/permissions`, { permissions: ['SETTLE'] });
    expect((await read(one, back)).state).toBe('REFUSED');
    expect((await read(one, all)).state).toBe('WAITING');
    await t.as(company, 'DELETE', `/company/keys/${two.id}`);
    expect((await read(one, all)).state).toBe('REFUSED');
    expect(outcomeOf(await decide(company, all, 'approve'))).toEqual([409, 'CONFLICT']);
    expect(await eventsOf(company)).toEqual(['instruction.refused', 'instruction.refused']);
  });

  it('expires undecided instructions after seven days', async () => {
    const company = await t.company();
    const key = await keyOf(company);
    await rule(company, '0');
    const payment = await t.pay(company, '40000');
    const { id } = (await refund(key, payment)).body.baseDTO;
    await t.moveClock(7 * DAY - 60_000, company);
    await t.run('end-instructions');
    expect((await read(key, id)).state).toBe('WAITING');
    await t.moveClock(61_000, company);
    // It is expired, whether the job has run or not.
    expect((await read(key, id)).state).toBe('EXPIRED');
    expect(outcomeOf(await decide(company, id, 'approve'))).toEqual([409, 'CONFLICT']);
    await t.run('end-instructions');
    await t.run('end-instructions');
    expect(await eventsOf(company)).toEqual(['instruction.expired']);
    expect(await refundsOf(payment)).toEqual([]);
    expect(stateOf(await refund(key, payment))).toBe('WAITING');
  });
});

describe('concurrent decisions', () => {
  /** Creates one instruction that waits for its owner, for a payment of its own. */
  async function waiting() {
    const company = await t.company();
    const key = await keyOf(company);
    await rule(company, '0');
    const payment = await t.pay(company, '40000');
    const { id } = (await refund(key, payment)).body.baseDTO;
    return { company, key, payment, id };
  }

  it('two approvals execute it once', async () => {
    const { company, payment, id } = await waiting();
    const answers = await Promise.all(Array.from({ length: 8 }, () => decide(company, id, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(await refundsOf(payment)).toEqual(['ASKED']);
    expect(await eventsOf(company)).toEqual(['instruction.done']);
  });

  it('an approval and a refusal: one of them wins', async () => {
    for (let n = 0; n < 4; n += 1) {
      const { company, payment, id } = await waiting();
      const whats = n % 2 === 0 ? (['approve', 'refuse'] as const) : (['refuse', 'approve'] as const);
      const answers = await Promise.all(whats.map((what) => decide(company, id, what)));
      const [won] = answers.filter(({ status }) => status === 200).map(stateOf);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await refundsOf(payment)).toEqual(won === 'DONE' ? ['ASKED'] : []);
      expect(await eventsOf(company)).toEqual([won === 'DONE' ? 'instruction.done' : 'instruction.refused']);
    }
  });

  it('an approval, a refund by staff and a settlement: one of them gets the payment', async () => {
    const staff = await t.person('REAL', ['treasury']);
    for (let n = 0; n < 4; n += 1) {
      const { company, payment, id } = await waiting();
      const work = [
        () => decide(company, id, 'approve'),
        () => t.as(staff, 'POST', `/backoffice/company-payments/${payment}/refund`, { reason: 'a race' }),
        () => t.as(company, 'POST', '/company/to-wallet'),
      ];
      const turned = [...work.slice(n % 3), ...work.slice(0, n % 3)];
      await Promise.all(turned.map((one) => one()));
      const refunds = await refundsOf(payment);
      const settled = (await t.settlements(company)).length;
      expect(refunds.length + settled).toBe(1);
      const end = await t.as(company, 'GET', `/company/instructions`);
      const [row] = end.body.content;
      expect(['DONE', 'FAILED']).toContain(row.state);
      expect([row.failure, row.refund === null]).toEqual(
        row.state === 'DONE' ? [null, false] : ['CONFLICT', true],
      );
      expect(await eventsOf(company)).toEqual([
        row.state === 'DONE' ? 'instruction.done' : 'instruction.failed',
      ]);
    }
  });

  it('an approval that crashes before its commit leaves it unchanged, and a repeat executes it once', async () => {
    const { company, payment, id } = await waiting();
    const stop = await stopAtStep(t.databaseUrl, {
      name: 'approved',
      table: 'company_instructions',
      on: 'update',
      when: `new.id = '${id}'`,
    });
    const lost = decide(company, id, 'approve');
    await pollUntil(() => stop.reached(), 60_000);
    await stop.letGo('forgotten');
    await stop.remove();
    expect((await lost).status).toBeGreaterThanOrEqual(500);
    expect(await refundsOf(payment)).toEqual([]);
    expect(stateOf(await decide(company, id, 'approve'))).toBe('DONE');
    expect(await refundsOf(payment)).toEqual(['ASKED']);
    expect(await eventsOf(company)).toEqual(['instruction.done']);
  });

  it('a rule that is tightened during a request applies to later requests', async () => {
    const company = await t.company();
    const key = await keyOf(company);
    const payments = [];
    for (let n = 0; n < 6; n += 1) payments.push(await t.pay(company, '20000'));
    const [first, ...rest] = await Promise.all([
      t.as(company, 'POST', '/company/approval-rule/tighten', { above: '0' }),
      ...payments.map((payment) => refund(key, payment)),
    ]);
    expect(first?.status).toBe(200);
    const done = rest.filter((answer) => stateOf(answer) === 'DONE').length;
    const { rows } = await sql`select from company_refunds where company_id = ${company.id}`.execute(t.db);
    expect(rows.length).toBe(done);
    expect(rest.filter((answer) => stateOf(answer) === 'WAITING').length).toBe(6 - done);
  });
});
