import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addPerson } from '../../../test/people.ts';
import {
  createWalletFixture,
  PUBLIC_URL,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import { toTehranTime } from '../../rules/index.ts';

const DAY = 86_400_000;

let context: WalletFixture;
let one: string;
let two: string;
let references = 0;

beforeAll(async () => {
  context = await createWalletFixture();
  one = await addPerson(context.db, { email: 'one@sarraf.test', roles: ['treasury'] });
  two = await addPerson(context.db, { email: 'two@sarraf.test', roles: ['treasury'] });
});
afterEach(async () => {
  await context.expectSoundBooks();
  // The next test starts on days without earlier payments.
  context.clock.advance(2 * DAY);
});
afterAll(() => context.close());

interface StartedPayment {
  id: string;
  authority: string;
  /** The bank's reference number. */
  reference: string;
  rial: bigint;
}

async function pay(toman = 1_000_000): Promise<StartedPayment> {
  const { id, authority } = parseStartedPayment(
    await context.deposit(context.person(), { amount: String(toman) }),
  );
  await context.returnFromBank(
    `${PUBLIC_URL}/api/payments/SANDBOX/return?${new URL(await context.decideAtBank(authority)).searchParams}`,
  );
  const { state, trackingCode } = await context.readPayment(id);
  expect(state).toBe('PAID');
  return { id, authority, reference: trackingCode, rial: BigInt(toman) * 10n };
}

interface Line {
  reference: string;
  amountRial: string;
  feeRial: string;
}
const FEE = 1_200n;
const lineOf = ({ reference, rial }: StartedPayment): Line => ({
  reference,
  amountRial: String(rial),
  feeRial: String(FEE),
});

const today = () => toTehranTime(context.clock.now()).day;
function reportOf(lines: Line[], changes: Record<string, unknown> = {}) {
  const sum = (of: 'amountRial' | 'feeRial') => lines.reduce((all, line) => all + BigInt(line[of]), 0n);
  references += 1;
  return {
    gateway: 'SANDBOX',
    reference: `PAYA-${references}`,
    paidDay: today(),
    fromDay: today(),
    toDay: today(),
    grossRial: String(sum('amountRial')),
    feeRial: String(sum('feeRial')),
    lines,
    ...changes,
  };
}

const bring = (report: object, by = one) =>
  context.call('POST', '/backoffice/gateway-settlements', `treasury:${by}`, { body: report });
/** Imports a report as the first staff member. */
const brought = async (report: object) => {
  const { status, body } = await bring(report);
  expect([status, body.message]).toEqual([200, 'OK']);
  return body.baseDTO;
};
const decide = (id: string, decision: string, by = two) =>
  context.call('POST', `/backoffice/gateway-settlements/${id}`, `treasury:${by}`, {
    body: { decision, reason: 'as the gateway wrote' },
  });
const linesOf = async (id: string, query = '') =>
  (
    await context.call(
      'GET',
      `/backoffice/gateway-settlements/${id}/lines?size=100${query}`,
      `treasury:${one}`,
    )
  ).body.content;
const troubles = async (id: string) =>
  (await linesOf(id, '&troubled=true')).map(
    ({ trouble, reference, amount, booked }: Record<string, string | null>) => ({
      trouble,
      reference,
      amount,
      booked,
    }),
  );
const stateOf = async (id: string) => {
  for (const state of ['OPEN', 'DONE', 'DISCARDED']) {
    const { body } = await context.call(
      'GET',
      `/backoffice/gateway-settlements?size=100&state=${state}`,
      `treasury:${one}`,
    );
    const settlement = body.content.find((row: { id: string }) => row.id === id);
    if (settlement) return settlement;
  }
  throw new Error('no such settlement');
};

describe('a gateway settlement that lists its payments', () => {
  it('is done when each payment is in the ledger with its amount, matched by reference or authority', async () => {
    const [a, b] = [await pay(), await pay(70_001)];
    const done = await brought(reportOf([lineOf(a), { ...lineOf(b), reference: b.authority }]));
    expect(done).toMatchObject({
      ...{ state: 'DONE', way: 'LINES', faults: 0, missingLines: 0, importedBy: 'one@sarraf.test' },
      ...{ gross: '1070001', found: '1070001', difference: '0', fee: '240', net: '1069761', missing: '0' },
    });
    expect((await linesOf(done.id)).map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual([
      a.id,
      b.id,
    ]);
    expect(await troubles(done.id)).toEqual([]);
  });

  it('names exactly the line that is forged, duplicated, altered by one Toman, or missing', async () => {
    const [good, altered, left] = [await pay(60_000), await pay(80_000), await pay(90_000)];
    const forged = { reference: '999999999999', amountRial: '500000', feeRial: '0' };
    const report = reportOf([
      lineOf(good),
      { ...lineOf(altered), amountRial: '800010' },
      lineOf(good),
      forged,
    ]);
    const open = await brought(report);
    expect(open).toMatchObject({
      state: 'OPEN',
      faults: 3,
      missingLines: 1,
      missing: '90000',
      found: '60000',
    });
    expect(open.difference).toBe('190001');
    expect(await troubles(open.id)).toEqual([
      { trouble: 'AMOUNT', reference: altered.reference, amount: '80001', booked: '80000' },
      { trouble: 'TWICE', reference: good.reference, amount: '60000', booked: '60000' },
      { trouble: 'UNKNOWN', reference: '999999999999', amount: '50000', booked: null },
      { trouble: 'MISSING', reference: left.reference, amount: '0', booked: '90000' },
    ]);
    // Another staff member accepts it, and the differences stay recorded.
    expect((await decide(open.id, 'CONFIRM')).body.baseDTO).toMatchObject({
      state: 'DONE',
      difference: '190001',
      decidedBy: 'two@sarraf.test',
    });
    expect(await troubles(open.id)).toHaveLength(4);
  });

  it('lists a payment of another settlement as taken, until that one is discarded', async () => {
    const payment = await pay();
    const first = await brought(reportOf([lineOf(payment)]));
    const second = await brought(reportOf([lineOf(payment)]));
    expect([first.state, second.state]).toEqual(['DONE', 'OPEN']);
    expect(await troubles(second.id)).toMatchObject([{ trouble: 'TWICE', reference: payment.reference }]);
    expect((await decide(first.id, 'DISCARD')).body.baseDTO.state).toBe('DISCARDED');
    expect(await stateOf(second.id)).toMatchObject({ state: 'DONE', difference: '0' });
    // Its reference can be used again; a decision can't restore it.
    expect((await decide(first.id, 'CONFIRM')).body.message).toBe('CONFLICT');
    expect((await bring({ ...reportOf([lineOf(payment)]), reference: first.reference })).status).toBe(200);
  });

  it('is completed by the settlement of the next day, and by a payment that is confirmed later', async () => {
    const [early, late] = [await pay(), await pay(75_000)];
    const { id: waitingId, authority } = parseStartedPayment(
      await context.deposit(context.person(), { amount: '65000' }),
    );
    const back = await context.decideAtBank(authority);
    const first = await brought(
      reportOf([lineOf(early), { reference: authority, amountRial: '650000', feeRial: '0' }]),
    );
    expect(first).toMatchObject({ state: 'OPEN', faults: 1, missing: '75000' });
    expect(await troubles(first.id)).toMatchObject([
      { trouble: 'UNBOOKED', reference: authority, booked: '65000' },
      { trouble: 'MISSING', reference: late.reference },
    ]);
    const day = today();
    context.clock.advance(DAY);
    const next = await brought(reportOf([lineOf(late)]));
    expect(next.state).toBe('DONE');
    expect(await stateOf(first.id)).toMatchObject({ state: 'OPEN', faults: 1, missingLines: 0 });
    await context.returnFromBank(`${PUBLIC_URL}/api/payments/SANDBOX/return?${new URL(back).searchParams}`);
    expect((await context.readPayment(waitingId)).state).toBe('PAID');
    await context.sweep();
    expect(await stateOf(first.id)).toMatchObject({ state: 'DONE', difference: '0', fromDay: day });
  });

  it('matches nothing when two payments have the same reference', async () => {
    const [a, b] = [await pay(), await pay()];
    // The simulated bank can't reuse a reference, and settled rows can't be altered, so the row is inserted.
    await sql`insert into payments (id, user_id, gateway, amount, state, card_masked, card_digest, callback_url, authority,
        reference, created_at, settled_at, reason)
      select gen_random_uuid(), user_id, gateway, amount, 'FAILED', card_masked, card_digest, callback_url, 'A-TWIN', reference,
        created_at, null, 'NOT_PAID' from payments where id = ${a.id}`.execute(context.db);
    const open = await brought(reportOf([lineOf(a), { ...lineOf(b), reference: b.authority }]));
    expect(await troubles(open.id)).toMatchObject([
      { trouble: 'SEVERAL', reference: a.reference, booked: null },
      { trouble: 'MISSING', reference: a.reference },
    ]);
  });
});

describe('a gateway settlement of one sum', () => {
  it('is confirmed by another staff member if the sum equals that of its days, and then owns their payments', async () => {
    const [a, b] = [await pay(), await pay(55_555)];
    const sum = { grossRial: String(a.rial + b.rial), feeRial: '5000' };
    const short = await brought(reportOf([], { ...sum, grossRial: String(a.rial + b.rial - 10n) }));
    expect(short).toMatchObject({ way: 'DAYS', state: 'OPEN', faults: 1, difference: '-1' });
    expect((await decide(short.id, 'CONFIRM')).body.message).toBe('CONFLICT');
    const whole = await brought(reportOf([], sum));
    expect(whole).toMatchObject({ way: 'DAYS', state: 'OPEN', faults: 0, difference: '0' });
    expect((await decide(whole.id, 'CONFIRM', one)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await decide(whole.id, 'CONFIRM')).body.baseDTO).toMatchObject({
      state: 'DONE',
      found: '1055555',
    });
    expect((await linesOf(whole.id)).map(({ paymentId }: { paymentId: string }) => paymentId)).toEqual([
      a.id,
      b.id,
    ]);
    // They are assigned: another sum of the same days matches no payments.
    expect(await stateOf(short.id)).toMatchObject({ state: 'OPEN', found: '0', difference: '1055554' });
    expect((await decide(short.id, 'DISCARD')).status).toBe(200);
  });
});

describe('an imported gateway settlement', () => {
  it.each([
    ['lines that don’t add up', { grossRial: '10000010' }, ['grossRial']],
    ['fees that don’t add up', { feeRial: '1201' }, ['feeRial']],
    ['a fee above the sum', { feeRial: '10000000', lines: [] }, ['feeRial']],
    ['days in the wrong order', { fromDay: '2026-02-02', toDay: '2026-02-01' }, ['fromDay']],
    ['a day that is none', { fromDay: '2026-02-30', toDay: '2026-03-01' }, ['fromDay']],
    ['a day to come', { paidDay: '2999-01-01' }, ['paidDay']],
    ['a fraction of a Rial', { grossRial: '10000000.5' }, ['grossRial']],
    ['a reference with a blank', { reference: 'PA YA' }, ['reference']],
  ])('is rejected with %s', async (_, changes, errors) => {
    const line = { reference: '123456', amountRial: '10000000', feeRial: '1200' };
    const { status, body } = await bring(reportOf([line], changes));
    expect([status, body.message]).toEqual([400, 'BAD_REQUEST']);
    expect(body.errors).toEqual(expect.arrayContaining(errors));
  });

  it('counts once, also of twenty concurrent imports, ignoring case', async () => {
    const payment = await pay();
    const report = reportOf([lineOf(payment)]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        bring({ ...report, reference: at % 2 ? report.reference : report.reference.toLowerCase() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    // Other concurrent settlements that claim the same payment: none gets it.
    const others = await Promise.all(Array.from({ length: 5 }, () => brought(reportOf([lineOf(payment)]))));
    for (const { state, faults } of others) expect({ state, faults }).toEqual({ state: 'OPEN', faults: 1 });
    for (const { id } of others) await decide(id, 'DISCARD');
  });

  it('is never decided by its importer, nor altered or deleted', async () => {
    const open = await brought(reportOf([{ reference: '777777', amountRial: '500000', feeRial: '0' }]));
    for (const decision of ['CONFIRM', 'DISCARD'])
      expect((await decide(open.id, decision, one)).body.message).toBe('SECOND_PERSON_NEEDED');
    for (const statement of [
      sql`update gateway_settlements set gross = gross + 1 where id = ${open.id}`,
      sql`update gateway_settlements set decided_by = imported_by, decided_at = now() where id = ${open.id}`,
      sql`update gateway_settlement_lines set amount = amount + 1 where settlement_id = ${open.id}`,
      sql`delete from gateway_settlement_lines where settlement_id = ${open.id}`,
      sql`delete from gateway_settlements where id = ${open.id}`,
    ])
      await expect(statement.execute(context.db)).rejects.toThrow();
    expect((await decide(open.id, 'DISCARD')).body.baseDTO).toMatchObject({ state: 'DISCARDED' });
    const { rows } = await sql<{
      action: string;
    }>`select action from audit_log where detail like ${`%${open.id}%`}
      order by number`.execute(context.db);
    expect(rows.map(({ action }) => action)).toEqual([
      'gateway settlement imported',
      'gateway settlement discarded',
    ]);
  });
});
