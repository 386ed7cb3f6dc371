/**
 * Payments that were paid and not credited: the gateway, the ledger and the bank's batch are real, decisions are
 * made by staff.
 */
import { maskCard, maskSheba } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asAttacker } from '../../../test/forged-books.ts';
import { inOwnersTransaction } from '../../../test/owner.ts';
import { addPerson } from '../../../test/people.ts';
import {
  CARD,
  createVerifiedCard,
  createWalletFixture,
  parseStartedPayment,
  type WalletFixture,
} from '../../../test/wallet.ts';
import { findViolationsIn } from '../../audit/index.ts';
import { suspense as law } from '../../audit/laws/suspense.ts';
import { createPayout, type Payout } from '../../payout/index.ts';

const HOUR = 3_600_000;
const OTHER_CARD = '6219861034529007';
const SHEBA = '550570022080013447370101';
const OUR_SHEBA = '060170000000000000000000';
const OTHER_SHEBA = '790610000000700796858044';

let context: WalletFixture;
let payout: Payout;
let [one, two, three] = ['', '', ''];
let people = 0;

beforeAll(async () => {
  context = await createWalletFixture();
  const { db, clock, identity } = context;
  payout = createPayout({
    ...{ db, clock, people: identity.people, sources: [context.refunds] },
    log: context.log,
    rules: { isWorkingDay: async () => true, closePayoutDay: async () => {} },
    stopped: async () => null,
  });
  payout.routes(context.http);
  [one = '', two = '', three = ''] = await Promise.all(
    ['one', 'two', 'three'].map((name) =>
      addPerson(db, { email: `${name}@sarraf.test`, roles: ['treasury'] }),
    ),
  );
});
afterEach(() => {
  delete context.faults.paidCard;
  context.outage.commands = 0;
});
// Checked once for the whole file, since it takes the larger part of its time.
afterAll(async () => {
  await context.expectSoundBooks();
  await context.close();
});

/** Adds a user with a verified card and its account. */
async function addCustomer(): Promise<string> {
  people += 1;
  const id = await context.createKnownPerson(`customer-${people}@sarraf.test`, SHEBA);
  await sql`update users set first_name = 'آن', last_name = 'نمونه' where id = ${id}`.execute(context.db);
  const card = createVerifiedCard(CARD);
  context.cards.set(id, [card]);
  context.shebas.set(id, [{ id: card.id, masked: maskSheba(SHEBA), number: SHEBA }]);
  return id;
}

/** Makes a payment by another card than the chosen one. */
async function suspend(userId: string, amount = '1000000'): Promise<string> {
  const { id, authority } = parseStartedPayment(await context.deposit(userId, { amount }));
  context.faults.paidCard = OTHER_CARD;
  await context.returnFromBank(await context.decideAtBank(authority));
  delete context.faults.paidCard;
  return id;
}

/** Makes a payment that was cancelled, and paid after the daily limit was used up. */
async function suspendByLimit(userId: string): Promise<string> {
  const first = parseStartedPayment(await context.deposit(userId, { amount: '25000000' }));
  await context.returnFromBank(
    `http://sarraf.test:8080/api/payments/SANDBOX/return?Authority=${first.authority}&Status=NOK`,
  );
  const second = parseStartedPayment(await context.deposit(userId, { amount: '25000000' }));
  await context.returnFromBank(await context.decideAtBank(second.authority));
  await context.returnFromBank(await context.decideAtBank(first.authority));
  return first.id;
}

const call = (by: string, method: 'GET' | 'POST', path: string, body?: object) =>
  context.call(method, `/backoffice${path}`, `treasury:${by}`, body && { body });
const propose = (by: string, payment: string, changes: object = {}) =>
  call(by, 'POST', `/suspense/payments/${payment}`, {
    ...{ way: 'REFUND', sheba: `IR${OTHER_SHEBA}`, payee: 'پرداخت کننده', reason: 'paid by another card' },
    ...changes,
  });
const credit = (by: string, payment: string) =>
  call(by, 'POST', `/suspense/payments/${payment}`, { way: 'CREDIT', reason: 'it is their second card' });
const decide = (by: string, refund: string, decision = 'RELEASE') =>
  call(by, 'POST', `/suspense/refunds/${refund}`, { decision });
const find = async (payment: string, state?: string) =>
  (await call(one, 'GET', `/suspense/payments?size=100${state ? `&state=${state}` : ''}`)).body.content.find(
    (row: { id: string }) => row.id === payment,
  );
async function release(payment: string, changes: object = {}): Promise<string> {
  const { body } = await propose(one, payment, changes);
  const { id } = body.baseDTO.refund;
  expect((await decide(two, id)).status).toBe(200);
  return id;
}
/** Creates a new day's batch; null: it would be empty. */
async function makeBatch(): Promise<string | null> {
  context.clock.advance(24 * HOUR);
  const { status, body } = await call(one, 'POST', '/payouts');
  return status === 200 ? body.baseDTO.id : null;
}
async function batchOf(...refunds: string[]): Promise<string> {
  const batch = (await makeBatch()) ?? '';
  const { body } = await call(one, 'GET', `/payouts/${batch}`);
  expect(body.content.map(({ id }: { id: string }) => id)).toEqual(refunds);
  return batch;
}
const takeFile = async (by: string, batch: string): Promise<string> =>
  (
    await context.http.app.inject({
      method: 'POST',
      url: `/api/backoffice/payouts/${batch}/file`,
      headers: { authorization: `Bearer treasury:${by}` },
    })
  ).body;
const returnRefund = (by: string, batch: string, refund: string) =>
  call(by, 'POST', `/payouts/${batch}/lines/${refund}/return`, { reason: 'account closed' });
const suspense = () => context.balance('house', 'suspense');
const atBank = () => context.balance('outside:bank', 'outside');
async function listNoticeKinds(userId: string): Promise<string[]> {
  await context.sweep();
  const { rows } = await sql<{ kind: string }>`select kind from notices
    where user_id = ${userId} order by id`.execute(context.db);
  return rows.map(({ kind }) => kind);
}

describe('money of another card', () => {
  it('is refunded to its account with the daily batch after a second staff member releases it', async () => {
    const ann = await addCustomer();
    const [before, bank] = [await suspense(), await atBank()];
    const payment = await suspend(ann);
    expect(await find(payment)).toMatchObject({
      ...{ state: 'WAITING', reason: 'CARD_MISMATCH', cardNumber: maskCard(OTHER_CARD), refund: null },
      ...{ ownCard: false, ownAccount: null, person: { id: ann } },
    });
    expect((await propose(one, payment, { sheba: undefined })).body.errors).toEqual(['sheba']);
    expect((await propose(one, payment, { sheba: '550570022080013447370102' })).body.errors).toEqual([
      'sheba',
    ]);
    expect((await propose(one, payment, { payee: undefined })).body.errors).toEqual(['payee']);
    const answers = await Promise.all([propose(one, payment), propose(one, payment), propose(one, payment)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { refund } = await find(payment, 'PROPOSED');
    expect(refund).toMatchObject({ bankAccount: maskSheba(OTHER_SHEBA), proposedBy: 'one@sarraf.test' });
    expect((await context.readPayment(payment)).refund).toBe('WAITING');

    expect((await decide(one, refund.id)).body.message).toBe('SECOND_PERSON_NEEDED');
    const released = await Promise.all([
      decide(two, refund.id),
      decide(three, refund.id),
      decide(two, refund.id),
    ]);
    expect(released.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await decide(one, refund.id, 'CANCEL')).body.message).toBe('CONFLICT');
    expect((await context.readPayment(payment)).refund).toBe('RELEASED');

    const batch = await batchOf(refund.id);
    expect(await takeFile(one, batch)).toContain(`IR${OTHER_SHEBA},10000000,پرداخت کننده,${refund.id}`);
    expect(await suspense()).toBe(String(Number.parseInt(before, 10) + 1_000_000));
    expect((await call(one, 'POST', `/payouts/${batch}/paid`)).body.message).toBe('SECOND_PERSON_NEEDED');
    expect((await call(two, 'POST', `/payouts/${batch}/paid`)).status).toBe(200);
    expect(await suspense()).toBe(before);
    expect(Number.parseInt(await atBank(), 10)).toBe(Number.parseInt(bank, 10) + 1_000_000);
    expect(await find(payment, 'PAID_OUT')).toMatchObject({ state: 'PAID_OUT' });
    expect(await find(payment)).toBeUndefined();
    expect((await context.readPayment(payment)).refund).toBe('PAID_OUT');
    expect(await context.balance(ann)).toBe('0');
    expect((await propose(one, payment)).body.message).toBe('CONFLICT');
    expect(await listNoticeKinds(ann)).toEqual(['DEPOSIT_NOT_CREDITED', 'REFUND_RELEASED', 'REFUND_PAID']);
  });

  it('waits again when a proposal is cancelled, or the bank returns the refund, before or after it was reported paid', async () => {
    const ann = await addCustomer();
    const before = await suspense();
    const payment = await suspend(ann);
    const { body } = await propose(one, payment);
    expect((await decide(one, body.baseDTO.refund.id, 'CANCEL')).body.baseDTO.state).toBe('WAITING');
    const lying = await suspense();
    for (const closes of [false, true]) {
      const refund = await release(payment);
      const batch = await batchOf(refund);
      await takeFile(one, batch);
      if (closes) expect((await call(two, 'POST', `/payouts/${batch}/paid`)).status).toBe(200);
      if (closes) expect(await suspense()).toBe(before);
      const answers = await Promise.all([
        returnRefund(three, batch, refund),
        returnRefund(three, batch, refund),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await suspense()).toBe(lying);
      expect(await find(payment)).toMatchObject({
        ...{ state: 'WAITING', refund: null, returnReason: 'account closed' },
      });
    }
    expect(await listNoticeKinds(ann)).toEqual([
      'DEPOSIT_NOT_CREDITED',
      ...['REFUND_RELEASED', 'REFUND_RETURNED'],
      ...['REFUND_RELEASED', 'REFUND_PAID', 'REFUND_RETURNED'],
    ]);
  });

  it('is refunded once when the ledger was unavailable as the batch was closed', async () => {
    const payment = await suspend(await addCustomer());
    const refund = await release(payment);
    const batch = await batchOf(refund);
    await takeFile(one, batch);
    const before = await atBank();
    context.outage.commands = 1;
    expect((await call(two, 'POST', `/payouts/${batch}/paid`)).status).toBe(200);
    expect(await find(payment)).toMatchObject({ state: 'RELEASED' });
    const settle = () => payout.jobs.find(({ name }) => name === 'settle-payout')?.run({ payoutId: batch });
    await Promise.all([settle(), settle()]);
    await settle();
    expect(Number.parseInt(await atBank(), 10)).toBe(Number.parseInt(before, 10) + 1_000_000);
    expect(await find(payment, 'PAID_OUT')).toBeDefined();
  });
});

describe('a card that turns out to be the user’s own', () => {
  const verify = (userId: string, number: string, sheba = OTHER_SHEBA) => {
    const card = createVerifiedCard(number);
    context.cards.set(userId, [...(context.cards.get(userId) ?? []), card]);
    context.shebas.set(userId, [
      ...(context.shebas.get(userId) ?? []),
      { id: card.id, masked: maskSheba(sheba), number: sheba },
    ]);
  };

  it('is credited by two staff members, once, also when the first attempt was interrupted', async () => {
    const ann = await addCustomer();
    const [payment, second] = [await suspend(ann), await suspend(ann, '2000000')];
    expect((await credit(one, payment)).body.message).toBe('CARD_NOT_VERIFIED');
    verify(ann, OTHER_CARD);
    const { body } = await credit(one, payment);
    const { id } = body.baseDTO.refund;
    expect((await decide(one, id)).body.message).toBe('SECOND_PERSON_NEEDED');
    const answers = await Promise.all([decide(two, id), decide(three, id), decide(two, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await context.balance(ann)).toBe('1000000');
    expect(await context.readPayment(payment)).toMatchObject({ state: 'PAID', reason: null, refund: null });
    expect((await find(payment, 'CREDITED')).state).toBe('CREDITED');

    const proposed = await credit(one, second);
    context.outage.commands = 1;
    expect((await decide(two, proposed.body.baseDTO.refund.id)).status).toBe(503);
    expect(await context.balance(ann)).toBe('1000000');
    expect((await propose(one, second)).body.message).toBe('CONFLICT');
    await Promise.all([context.sweep(), context.sweep()]);
    expect(await context.balance(ann)).toBe('3000000');
    expect(await listNoticeKinds(ann)).toEqual([
      ...['DEPOSIT_NOT_CREDITED', 'DEPOSIT_NOT_CREDITED', 'DEPOSIT_CREDITED', 'DEPOSIT_CREDITED'],
    ]);
  });

  it('is not credited when a different card with the same mask paid', async () => {
    const ann = await addCustomer();
    verify(ann, '6219860000009007');
    const payment = await suspend(ann);
    expect(maskCard('6219860000009007')).toBe(maskCard(OTHER_CARD));
    expect(await find(payment)).toMatchObject({ ownCard: false });
    expect((await credit(one, payment)).body.message).toBe('CARD_NOT_VERIFIED');
  });

  it('is identified by its mask where the gateway reports no more, unless two of the user’s cards match', async () => {
    const ann = await addCustomer();
    const verifyWithoutHash: typeof context.bank.verify = async (question) => {
      const answer = await context.bank.verify(question);
      return answer.state === 'PAID' ? { ...answer, cardHash: null } : answer;
    };
    context.gateways.splice(0, 1, { ...context.bank, verify: verifyWithoutHash });
    const payment = await suspend(ann);
    context.gateways.splice(0, 1, context.bank);
    verify(ann, '6219860000009007');
    verify(ann, OTHER_CARD);
    expect(await find(payment)).toMatchObject({ ownCard: false });
    expect((await credit(one, payment)).body.message).toBe('CARD_NOT_VERIFIED');
    context.cards.set(ann, context.cards.get(ann)?.slice(0, -1) ?? []);
    expect((await credit(one, payment)).status).toBe(200);
  });

  it('is checked again when the credit is released: a card that was removed credits no user', async () => {
    const ann = await addCustomer();
    const payment = await suspend(ann);
    const own = context.cards.get(ann) ?? [];
    verify(ann, OTHER_CARD);
    const { body } = await credit(one, payment);
    context.cards.set(ann, own);
    expect((await decide(two, body.baseDTO.refund.id)).body.message).toBe('CARD_NOT_VERIFIED');
    expect(await context.balance(ann)).toBe('0');
  });

  it('does not circumvent the daily limit', async () => {
    const ann = await addCustomer();
    verify(ann, OTHER_CARD);
    const payment = await suspend(ann, '5000000');
    context.clock.advance(20 * HOUR);
    const { authority } = parseStartedPayment(await context.deposit(ann, { amount: '24000000' }));
    await context.returnFromBank(await context.decideAtBank(authority));
    const { body } = await credit(one, payment);
    expect((await decide(two, body.baseDTO.refund.id)).body.message).toBe('DAILY_LIMIT');
    expect(await context.balance(ann)).toBe('24000000');
    expect((await decide(two, body.baseDTO.refund.id, 'CANCEL')).status).toBe(200);
    await release(payment, { sheba: undefined, payee: undefined });
  });
});

describe('money beyond the daily limit', () => {
  it('is refunded to the account of the user’s own card, and never credited', async () => {
    const ann = await addCustomer();
    const payment = await suspendByLimit(ann);
    expect(await find(payment)).toMatchObject({
      ...{ reason: 'DAILY_LIMIT', ownCard: true, ownAccount: maskSheba(SHEBA) },
    });
    expect((await credit(one, payment)).body.message).toBe('CARD_NOT_VERIFIED');
    expect((await propose(one, payment)).body.errors).toEqual(['sheba']);
    const { body } = await propose(one, payment, { sheba: undefined, payee: undefined });
    expect(body.baseDTO.refund).toMatchObject({ bankAccount: maskSheba(SHEBA) });
    expect((await decide(two, body.baseDTO.refund.id)).status).toBe(200);
  });

  it('waits while the user is blocked, but a refund to another person’s card doesn’t', async () => {
    await makeBatch();
    const [ann, bob] = [await addCustomer(), await addCustomer()];
    const own = await release(await suspendByLimit(ann), { sheba: undefined, payee: undefined });
    const others = await release(await suspend(bob));
    await sql`update users set blocked_at = now(), blocked_reason = 'court order'
      where id in (${ann}, ${bob})`.execute(context.db);
    const batch = await batchOf(others);
    await takeFile(one, batch);
    await sql`update users set blocked_at = null, blocked_reason = null where id = ${ann}`.execute(
      context.db,
    );
    await batchOf(own);
  });
});

describe('the import of a bank statement', () => {
  it('matches a refund by its id, and one that was returned', async () => {
    await makeBatch();
    const refund = await release(await suspend(await addCustomer()));
    const batch = await batchOf(refund);
    await takeFile(one, batch);
    await call(two, 'POST', `/payouts/${batch}/paid`);
    await context.imports.nameAccount(three, { sheba: OUR_SHEBA, name: 'ours' });
    const line = (reference: string, amountRial: string, balanceRial: string) => ({
      ...{ at: new Date(context.clock.now()).toISOString(), reference, identifier: refund },
      ...{ amountRial, balanceRial, sheba: '', name: '' },
    });
    const lines = [line('OUT-1', '-10000000', '90000000'), line('BACK-1', '10000000', '100000000')];
    const account = { sheba: OUR_SHEBA, openingRial: '100000000', closingRial: '100000000' };
    await context.imports.statement(one, { ...account, lines });
    const { rows } = await sql<{ cause: string }>`select cause from bank_lines order by number`.execute(
      context.db,
    );
    expect(rows.map(({ cause }) => cause)).toEqual(['PAYOUT', 'PAYOUT_BACK']);
    const count = async () => {
      for (const job of context.countingJobs) await job.run({});
      return (await call(one, 'GET', '/bank-check')).body.baseDTO;
    };
    expect(await count()).toMatchObject({ difference: '0', payoutsBack: '1000000' });
    await returnRefund(three, batch, refund);
    expect(await count()).toMatchObject({ difference: '0', payoutsBack: '0' });
  });
});

describe('a staff member', () => {
  it('can’t decide about their own payment, nor refund to their own account', async () => {
    context.cards.set(one, [createVerifiedCard(CARD)]);
    const own = await suspend(one);
    expect((await propose(one, own)).body.message).toBe('SECOND_PERSON_NEEDED');
    const { body } = await propose(two, own);
    expect((await decide(one, body.baseDTO.refund.id)).body.message).toBe('SECOND_PERSON_NEEDED');
    const payment = await suspend(await addCustomer());
    context.shebas.set(one, [{ id: 'x', masked: '', number: OTHER_SHEBA }]);
    expect((await propose(one, payment)).body.message).toBe('SECOND_PERSON_NEEDED');
    context.shebas.delete(one);
  });
});

describe('the suspense account', () => {
  it('is listed by age', async () => {
    const before = (await call(one, 'GET', '/suspense')).body.baseDTO;
    await suspend(await addCustomer(), '3000000');
    const part = async () => (await call(one, 'GET', '/suspense')).body.baseDTO.parts[0];
    expect(await part()).toMatchObject({ kind: 'PAYMENTS', count: before.parts[0].count + 1 });
    context.clock.advance(25 * HOUR);
    const older = await part();
    context.clock.advance(48 * HOUR);
    const late = await part();
    expect(Number.parseInt(older.waiting, 10)).toBeGreaterThanOrEqual(3_000_000);
    expect(late).toMatchObject({ day: '0', waiting: '0' });
    const { balance } = (await call(one, 'GET', '/suspense')).body.baseDTO;
    expect(late.late).toBe(balance);
  });

  it('raises an alarm once something has been there for 72 hours', async () => {
    const late = async () =>
      (await context.bankTroubles(new Date(context.clock.now() - 72 * HOUR))).suspended;
    const payment = await suspend(await addCustomer());
    context.clock.advance(72 * HOUR);
    const before = await late();
    context.clock.advance(1000);
    expect(await late()).toBe(before + 1);
    const refund = await release(payment);
    expect(await late()).toBe(before + 1);
    const batch = (await makeBatch()) ?? '';
    await takeFile(one, batch);
    await call(two, 'POST', `/payouts/${batch}/paid`);
    expect((await find(payment, 'PAID_OUT')).refund.id).toBe(refund);
    expect(await late()).toBe(before);
  });

  it('is checked against its contents by a law, whatever is altered', async () => {
    const payment = await suspend(await addCustomer());
    const refund = await release(payment);
    const undone = new Error('undone');
    const broken = async (text: ReturnType<typeof sql>) => {
      const laws: string[] = [];
      const altering = inOwnersTransaction(context.db, async (tx) => {
        await asAttacker(tx);
        await text.execute(tx);
        laws.push(...(await findViolationsIn(tx, 'all', [law])).map(({ law }) => law));
        throw undone;
      });
      await expect(altering).rejects.toBe(undone);
      return laws;
    };
    for (const text of [
      sql`update payment_refunds set state = 'PAID', settled_at = now() where id = ${refund}`,
      sql`update payment_refunds set amount = amount + 1 where id = ${refund}`,
      sql`update payments set state = 'PAID', reason = null where id = ${payment}`,
      sql`update payments set user_id = ${one} where id = ${payment}`,
    ])
      expect(await broken(text)).toContain(law.name);
    await expect(
      sql`update payments set state = 'PAID', reason = null where id = ${payment}`.execute(context.db),
    ).rejects.toThrow('terms can not be changed');
  });
});
