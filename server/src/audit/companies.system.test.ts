/** Breaks each law of companies once, bypassing the database's constraints, and finds it. */

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CompanyFixture,
  DAY,
  OTHER_CARD,
  startCompanies,
  type TestCompany,
} from '../../test/company.ts';
import { checkInvariants, listViolatedLaws } from '../../test/invariants.ts';
import { ownerUrlOf } from '../../test/owner.ts';
import { INVARIANTS } from './index.ts';

let t: CompanyFixture;
let company: TestCompany;
let client: pg.Client;

/** A company with a period that was sent, a payment that waits, and one that was refunded. */
beforeAll(async () => {
  t = await startCompanies();
  company = await t.company();
  await t.setUp(company);
  await t.pay(company, '3000000');
  await t.moveClock(DAY + 120_000, company);
  await t.settle(company, ([first]) => first?.state === 'SENT' || first?.state === 'DONE');
  await t.pay(company, '400000', { cardNumber: OTHER_CARD });
  const back = await t.pay(company, '500000', { cardNumber: OTHER_CARD });
  const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
  const reply = await t.as(one, 'POST', `/backoffice/company-payments/${back}/refund`, {
    reason: 'sold out',
  });
  const path = `/backoffice/company-refunds/${reply.body.baseDTO.id}`;
  await t.as(two, 'POST', path, { decision: 'PAID', reference: 'R-1' });
  client = new pg.Client({ connectionString: ownerUrlOf(t.databaseUrl) });
  await client.connect();
  // Disables triggers and foreign keys.
  await client.query('set session_replication_role = replica');
});
afterAll(async () => {
  await client.end();
  await t.close();
});

/** It is done as soon as its coins have arrived, which may be at any moment of these tests. */
const SENT = `state in ('SENT', 'DONE')`;
/** A payment that was received and is in no settlement. */
const FREE = 'received_at is not null and settlement_id is null and refund_id is null';
const SUSPENDED = '00000000-0000-7000-8000-000000000001';

/** Statements that break exactly one law, and those that repair it. */
const HARMS: [law: string, harm: string, mend: string][] = [
  [
    'all receipts of each store were settled, were refunded or await settlement',
    'update company_totals set received = received + 1',
    'update company_totals set received = received - 1',
  ],
  [
    "each store's totals are the sums of its payments and refunds",
    'update company_totals set received = received + 1, refunded = refunded + 1',
    'update company_totals set received = received - 1, refunded = refunded - 1',
  ],
  [
    'each paid payment of a store is one transfer to its receipts',
    `update transfers set kind = 'seed' where kind = 'deposit' and reference in (select payment_id from company_payments)`,
    `update transfers set kind = 'deposit' where kind = 'seed' and reference in (select payment_id from company_payments)`,
  ],
  [
    "each settlement moved its store's receipts and the coins of its purchase exactly once",
    `update transfers set kind = 'seed' where kind = 'hold' and reference in (select id from company_settlements)`,
    `update transfers set kind = 'hold' where kind = 'seed' and reference in (select id from company_settlements)`,
  ],
  [
    'the receipts of each settlement are the sum of its payments',
    'update company_settlements set payments = payments + 1',
    'update company_settlements set payments = payments - 1',
  ],
  [
    'each settlement starts with the remainder of the previous one',
    'update company_settlements set carried_in = carried_in + 1, carried_out = carried_out + 1',
    'update company_settlements set carried_in = carried_in - 1, carried_out = carried_out - 1',
  ],
  [
    "a store's balance of receipts equals its unsettled payments and the last settlement's remainder",
    `insert into company_refunds (id, company_id, payment_id, source, amount, reason, state, asked_by, decided_by, reference,
        created_at)
      select '${SUSPENDED}', company_id, payment_id, 'SUSPENSE', amount, 'x', 'PAID', payment_id, company_id, 'x', now()
      from company_payments where ${FREE};
     update company_payments set refund_id = '${SUSPENDED}' where ${FREE}`,
    `update company_payments set refund_id = null where refund_id = '${SUSPENDED}';
     delete from company_refunds where id = '${SUSPENDED}'`,
  ],
  [
    'coins of a store are set aside from their purchase until they are sent',
    `create table kept as select id, state, withdrawal_id from company_settlements where ${SENT};
     update company_settlements set state = 'BOUGHT', withdrawal_id = null where ${SENT}`,
    `update company_settlements s set state = k.state, withdrawal_id = k.withdrawal_id from kept k where k.id = s.id;
     drop table kept`,
  ],
  [
    'each settlement has one order of the amounts that it spent and bought',
    'update orders set fee = fee + 1 where id in (select order_id from company_settlements)',
    'update orders set fee = fee - 1 where id in (select order_id from company_settlements)',
  ],
  [
    'each sent settlement has one withdrawal of the bought amount, or its coins were released to the wallet',
    'update withdrawals set amount = amount + 1 where id in (select withdrawal_id from company_settlements)',
    'update withdrawals set amount = amount - 1 where id in (select withdrawal_id from company_settlements)',
  ],
  [
    'each sent settlement has one withdrawal of the bought amount, or its coins were released to the wallet',
    `create table kept as select id, state, withdrawal_id from company_settlements where ${SENT};
     update company_settlements set state = 'RETURNED', withdrawal_id = gen_random_uuid() where ${SENT}`,
    `update company_settlements s set state = k.state, withdrawal_id = k.withdrawal_id from kept k where k.id = s.id;
     drop table kept`,
  ],
];

it('the test has a case for each law of companies', () => {
  const laws = INVARIANTS.map(({ name }) => name).filter((name) =>
    /\bstores?\b|(?<!gateway )settlement/.test(name),
  );
  expect(new Set(HARMS.map(([law]) => law))).toEqual(new Set(laws));
});

it.each(HARMS)('the audit finds a violation of “%s”', async (law, harm, mend) => {
  expect(await checkInvariants(t.db)).toBeNull();
  await client.query(harm);
  expect((await listViolatedLaws(t.db)).split('\n')).toContain(law);
  await client.query(mend);
  expect(await checkInvariants(t.db)).toBeNull();
});
