/** The back office's view of stores. */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type CompanyFixture,
  OTHER_CARD,
  OTHER_SETTLEMENT_DESTINATION,
  SETTLEMENT_DESTINATION,
  startCompanies,
} from '../../test/company.ts';

let t: CompanyFixture;
beforeAll(async () => {
  t = await startCompanies();
});
afterAll(() => t.close(), 30_000);
afterEach(() => t.expectSound());

const idsOf = (content: { id: string }[]) => content.map(({ id }) => id);

it('finds a store by its owner, its id or a payment, and does not record the typed text', async () => {
  const [company, other] = [await t.company(), await t.company()];
  const staff = await t.person('REAL', ['support']);
  const payment = await t.pay(company, '20000');
  const find = (query: string) =>
    t.as(staff, 'GET', `/backoffice/companies?query=${encodeURIComponent(query)}`);
  for (const typed of [company.id, company.userId, payment, ` ${company.email.toUpperCase()} `])
    expect(idsOf((await find(typed)).body.content)).toEqual([company.id]);
  for (const typed of [staff.userId, staff.email, 'companies.test', '%%%'])
    expect((await find(typed)).body).toMatchObject({ content: [], nextCursor: null });
  expect((await find('x')).status).toBe(400);
  const all = (await t.as(staff, 'GET', '/backoffice/companies?size=100')).body.content;
  expect(idsOf(all)).toEqual(expect.arrayContaining([company.id, other.id]));
  const { rows } = await sql<{ subject: string; detail: string }>`select subject_id as subject, detail
    from audit_log where action = 'company searched' and actor_id = ${staff.userId} and subject_id is not null`.execute(
    t.db,
  );
  expect(rows.map(({ subject }) => subject)).toEqual(Array(4).fill(company.userId));
  expect(JSON.stringify(rows)).not.toContain(company.email);
});

it('pages through all stores', async () => {
  const companies = [await t.company(), await t.company(), await t.company()];
  const staff = await t.person('REAL', ['kyc']);
  const listedIds: string[] = [];
  let cursor = '';
  do {
    const { body } = await t.as(staff, 'GET', `/backoffice/companies?size=2${cursor && `&cursor=${cursor}`}`);
    listedIds.push(...idsOf(body.content));
    cursor = body.nextCursor ?? '';
  } while (cursor);
  expect(new Set(listedIds).size).toBe(listedIds.length);
  expect(listedIds).toEqual(expect.arrayContaining(companies.map(({ id }) => id)));
});

it('shows sums that add up, the active address and the pending one', async () => {
  const company = await t.company();
  const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
  const read = async () => (await t.as(one, 'GET', `/backoffice/companies/${company.id}`)).body.baseDTO;
  expect(await read()).toMatchObject({ coinEntity: null, next: null, change: null, settled: '0' });
  await t.setUp(company);
  await t.setUp(company, 'PER_DAY', OTHER_SETTLEMENT_DESTINATION);
  await t.pay(company, '300000');
  await t.as(company, 'POST', '/company/to-wallet');
  const back = await t.pay(company, '50000', { cardNumber: OTHER_CARD });
  await t.pay(company, '20000');
  const reply = await t.as(one, 'POST', `/backoffice/company-payments/${back}/refund`, { reason: 'twice' });
  await t.as(two, 'POST', `/backoffice/company-refunds/${reply.body.baseDTO.id}`, {
    decision: 'PAID',
    reference: 'PAYA-9',
  });
  expect(await read()).toMatchObject({
    ...SETTLEMENT_DESTINATION,
    received: '370000',
    refunded: '50000',
    settled: '300000',
    receipts: '20000',
    next: { amount: '20000' },
    change: OTHER_SETTLEMENT_DESTINATION,
    email: company.email,
  });
  const unknown = await t.as(one, 'GET', `/backoffice/companies/${company.userId}`);
  expect(unknown.body.message).toBe('NOT_FOUND');
});

it('marks the payments that can still be refunded', async () => {
  const [company, other] = [await t.company(), await t.company()];
  const staff = await t.person('REAL', ['treasury']);
  const settled = await t.pay(company, '100000');
  await t.as(company, 'POST', '/company/to-wallet');
  const pendingId = (await t.start(company, '10000')).body.baseDTO.id;
  const paymentId = await t.pay(company, '20000', { cardNumber: OTHER_CARD });
  const open = await t.pay(company, '30000');
  const reason = { reason: 'sold out' };
  const refund = await t.as(staff, 'POST', `/backoffice/company-payments/${paymentId}/refund`, reason);
  const { body } = await t.as(staff, 'GET', `/backoffice/companies/${company.id}/payments`);
  const states = body.content.map((row: { id: string; refundable: boolean }) => [row.id, row.refundable]);
  expect(states).toEqual([
    [open, true],
    [paymentId, false],
    [pendingId, false],
    [settled, false],
  ]);
  // The mark agrees with the refund endpoint.
  for (const id of [paymentId, pendingId, settled])
    expect((await t.as(staff, 'POST', `/backoffice/company-payments/${id}/refund`, reason)).status).toBe(409);
  const of = async (company: string) =>
    (await t.as(staff, 'GET', `/backoffice/company-refunds?company=${company}`)).body.content;
  expect(await of(company.id)).toMatchObject([{ id: refund.body.baseDTO.id, companyName: 'کافه نمونه' }]);
  expect(await of(other.id)).toEqual([]);
  expect(await of('nobody')).toEqual([]);
});

it('records one audit entry for a visit, however many of its lists are read', async () => {
  const company = await t.company();
  const [staff, other] = [await t.person('REAL', ['support']), await t.person('REAL', ['support'])];
  const looks = async () => {
    const { rows } = await sql<{ actor: string }>`select actor_id as actor from audit_log
      where action = 'company read' and subject_id = ${company.userId} order by number`.execute(t.db);
    return rows.map(({ actor }) => actor);
  };
  const list = (by: typeof staff, name: string) =>
    t.as(by, 'GET', `/backoffice/companies/${company.id}/${name}`);
  await t.as(staff, 'GET', `/backoffice/companies/${company.id}`);
  await list(staff, 'payments');
  await list(staff, 'settlements');
  expect(await looks()).toEqual([staff.userId]);
  // A list that is read without opening the store is recorded all the same.
  await list(other, 'payments');
  await t.as(staff, 'GET', `/backoffice/companies/${company.id}`);
  expect(await looks()).toEqual([staff.userId, other.userId, staff.userId]);
});
