/**
 * F28: the server is killed at each step of a settlement, with two workers afterwards; each period is paid exactly
 * once.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CARD, DAY, expectSoundCompanies, OTHER_CARD, SETTLEMENT_DESTINATION } from './company.ts';
import { addPerson, addSession } from './people.ts';
import { type Product, showLogOfFailed, startProduct } from './product.ts';
import { callServer } from './running-server.ts';
import { type StatementOutcome, type Step, stopAtStep } from './stops.ts';
import { pollUntil } from './waiting.ts';

let t: Product;
showLogOfFailed(() => t);
let userId: string;
let company: string;
let ahead = 0;
const now = () => new Date(Date.now() + ahead);

beforeAll(async () => {
  t = await startProduct();
  userId = await addPerson(t.db, { email: 'shop@crash.test', state: 'AUTHORIZED' });
  await sql`update users set customer_kind = 'COMPANY', first_name = 'a', last_name = 'b' where id = ${userId}`.execute(
    t.db,
  );
  // Payers' limits have tests of their own.
  await sql`update company_limits set shop_per_day = 9e30, starts_per_hour = 100000`.execute(t.db);
  const token = await addSession(t.db, userId);
  company = (await callAsOwner(token, 'GET', '/company')).id;
  await callAsOwner(token, 'POST', '/company/send-code', SETTLEMENT_DESTINATION);
  const { body } = await callServer(t.url, 'GET', '/sandbox/outbox?to=shop@crash.test');
  await callAsOwner(token, 'POST', '/company', {
    ...SETTLEMENT_DESTINATION,
    perTime: 'PER_DAY',
    code: body[0].code,
  });
});
afterAll(() => t.close(), 240_000);

async function callAsOwner(token: string, method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await callServer(t.url, method, path, { token, ...(body && { body }) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.baseDTO;
}

async function payStore(amount: string, cardNumber: string): Promise<string> {
  const reply = await callServer(t.url, 'POST', '/wallets/transfer-toman-to-company', {
    body: {
      amount,
      cardNumber,
      description: 'x',
      companyId: company,
      paymentGateway: 'SANDBOX',
      callBackURL: '/company-deposit/result',
    },
  });
  const { id, redirectSite } = reply.body.baseDTO;
  const authority = redirectSite.split('/').at(-1);
  const { body } = await callServer(t.url, 'POST', `/sandbox/bank/${authority}`, {
    body: { decision: 'PAY' },
  });
  await fetch(body.baseDTO.redirectSite, { redirect: 'manual' });
  const receipt = await callServer(t.url, 'GET', `/company-payments/${id}`);
  expect(receipt.body.baseDTO.state).toBe('PAID');
  return id;
}

/** Starts the server at a later time. */
async function startLater(days: number): Promise<void> {
  ahead += days * DAY;
  (t.settings as Record<string, string>).CLOCK_AHEAD = String(ahead);
  await t.stop();
  await t.start();
}

/** Runs as many workers concurrently as a server has. */
async function runWorkers(): Promise<void> {
  await sql`update company_settlements set next_try_at = ${now()} where state in ('DUE', 'BOUGHT')`.execute(
    t.db,
  );
  await t.bringMinute();
  for (const worker of ['one', 'another'])
    await sql`select graphile_worker.add_job('settle-companies', '{}'::json, job_key => ${worker})`.execute(
      t.db,
    );
}

const readStates = async (): Promise<string[]> => {
  const { rows } = await sql<{
    state: string;
  }>`select state from company_settlements order by number`.execute(t.db);
  return rows.map(({ state }) => state);
};

async function waitUntilDone(count: number): Promise<void> {
  await pollUntil(async () => {
    await runWorkers();
    await t.mine('LITE_COIN', 3).catch(() => {});
    const all = await readStates();
    return all.length === count && all.every((state) => state === 'DONE');
  }, 240_000);
}

const settlements = 'company_settlements';
const KILL_STEPS: [Step, StatementOutcome][] = [
  [{ name: 'the settlement is made', table: settlements, on: 'insert', when: 'true' }, 'finished'],
  [
    {
      name: 'it gets its receipts',
      table: 'company_payments',
      on: 'update',
      when: 'new.settlement_id is not null',
    },
    'forgotten',
  ],
  [{ name: 'the ledger buys', table: settlements, on: 'update', when: "new.state = 'BOUGHT'" }, 'forgotten'],
  [{ name: 'the ledger has bought', table: 'orders', on: 'insert', when: 'true' }, 'finished'],
  [
    {
      name: 'it gets the id of its withdrawal',
      table: settlements,
      on: 'update',
      when: 'new.withdrawal_id is not null and old.withdrawal_id is null',
    },
    'finished',
  ],
  [
    { name: 'a place in the limits is taken', table: 'withdrawal_places', on: 'insert', when: 'true' },
    'finished',
  ],
  [{ name: 'the ledger withdraws', table: 'withdrawals', on: 'insert', when: 'true' }, 'forgotten'],
  [
    { name: 'it is marked as sent', table: settlements, on: 'update', when: "new.state = 'SENT'" },
    'forgotten',
  ],
  [
    { name: 'it is marked as done', table: settlements, on: 'update', when: "new.state = 'DONE'" },
    'forgotten',
  ],
];
const OTHER: Record<StatementOutcome, StatementOutcome> = { finished: 'forgotten', forgotten: 'finished' };
let settlementCount = 0;

/** A payment of yesterday, settled by servers that are killed at these steps, one after another. */
async function killAtSteps(deaths: readonly [Step, StatementOutcome][]): Promise<void> {
  await payStore('2000000', CARD);
  await payStore('1000000', OTHER_CARD);
  await startLater(1);
  const mining = setInterval(() => void t.mine('LITE_COIN', 2).catch(() => {}), 1_000);
  const working = setInterval(() => void runWorkers().catch(() => {}), 500);
  const url = t.settings.DATABASE_URL;
  const waiting = [...deaths];
  let next = waiting.shift();
  let stop = next && (await stopAtStep(url, next[0]));
  try {
    while (next && stop) {
      // The working server has just been started, which takes a minute on a busy machine.
      await pollUntil(stop.reached, 240_000);
      await t.kill('server');
      const [, fate] = next;
      const previousStop = stop;
      next = waiting.shift();
      // Before the next server starts, or it might already be past its step.
      stop = next && (await stopAtStep(url, next[0]));
      await previousStop.letGo(fate);
      await previousStop.remove();
      await t.start();
    }
  } finally {
    clearInterval(mining);
    clearInterval(working);
    await stop?.letGo('forgotten');
    await stop?.remove();
  }
  settlementCount += 1;
  await waitUntilDone(settlementCount);
  await expectSoundCompanies(t.db);
}

/** By day the steps around every ledger command. */
const CHAINED_STEPS = process.env.SARRAF_NIGHTLY ? KILL_STEPS : KILL_STEPS.filter((_, i) => i % 2 === 0);
it(
  'a settlement is paid once when servers are killed at one step of it after another',
  () => killAtSteps(CHAINED_STEPS),
  600_000,
);

const ONE_BY_ONE = process.env.SARRAF_NIGHTLY
  ? [...KILL_STEPS, ...KILL_STEPS.map(([step, fate]): [Step, StatementOutcome] => [step, OTHER[fate]])]
  : [];
it.each(ONE_BY_ONE.map(([step, fate]) => [step.name, fate, step] as const))(
  'a settlement, killed while %s (%s)',
  async (_name, fate, step) => killAtSteps([[step, fate]]),
  600_000,
);

const REFUNDS: [StatementOutcome, string][] = [
  ['finished', 'it is booked though nobody heard of it'],
  ['forgotten', 'the next server books it'],
];
it.each(process.env.SARRAF_NIGHTLY ? REFUNDS : REFUNDS.slice(1))(
  'a refund was decided, and the server killed while it is recorded (%s): %s',
  async (fate, _what) => {
    const staff = await Promise.all(
      ['one', 'two'].map(async (name) => {
        const id = await addPerson(t.db, { email: `${name}.${fate}@crash.test`, roles: ['treasury'] });
        return addSession(t.db, id, { now: now() });
      }),
    );
    const id = await payStore('700000', CARD);
    const reply = await callServer(t.url, 'POST', `/backoffice/company-payments/${id}/refund`, {
      token: staff[0] ?? '',
      body: { reason: 'sold out' },
    });
    expect(reply.status).toBe(200);
    const stop = await stopAtStep(t.settings.DATABASE_URL, {
      name: 'the refund is booked',
      table: 'company_refunds',
      on: 'update',
      when: "new.state = 'PAID'",
    });
    const decided = callServer(t.url, 'POST', `/backoffice/company-refunds/${reply.body.baseDTO.id}`, {
      token: staff[1] ?? '',
      body: { decision: 'PAID', reference: `R-${fate}` },
    }).catch(() => null);
    try {
      // The working server has just been started, which takes a minute on a busy machine.
      await pollUntil(stop.reached, 240_000);
      await t.kill('server');
      expect(await decided).toBeNull();
    } finally {
      await stop.letGo(fate);
      await stop.remove();
      await t.start();
    }
    const countBooked = async () =>
      (
        await sql<{ state: string; reference: string; transfers: number }>`select state, f.reference,
          (select count(*)::int from transfers where kind = 'correction' and reference = f.payment_id) as transfers
        from company_refunds f where payment_id = ${id}`.execute(t.db)
      ).rows;
    await pollUntil(async () => {
      // Two workers sweep concurrently.
      for (let n = 0; n < 2; n += 1)
        await sql`select graphile_worker.add_job('sweep-refunds', '{}'::json)`.execute(t.db);
      return (await countBooked())[0]?.state === 'PAID';
    }, 120_000);
    expect(await countBooked()).toEqual([{ state: 'PAID', reference: `R-${fate}`, transfers: 1 }]);
    await expectSoundCompanies(t.db);
  },
  600_000,
);

it('an instruction by key is approved, and the server killed before it is recorded: it is executed once afterwards', async () => {
  const token = await addSession(t.db, userId, { now: now() });
  const keyReply = await callAsOwner(token, 'POST', '/company/keys', {
    label: 'shop',
    permissions: ['REFUND'],
  });
  await callAsOwner(token, 'POST', '/company/approval-rule/tighten', { above: '0' });
  const paymentId = await payStore('800000', CARD);
  const reply = await callServer(t.url, 'POST', '/company-api/refunds', {
    token: keyReply.key,
    key: 'killed-0001',
    body: { paymentId, reason: 'sold out' },
  });
  const { id } = reply.body.baseDTO;
  const approveRefund = () => callServer(t.url, 'POST', `/company/instructions/${id}/approve`, { token });
  const stop = await stopAtStep(t.settings.DATABASE_URL, {
    name: 'the instruction is written down',
    table: 'company_instructions',
    on: 'update',
    when: "new.state = 'DONE'",
  });
  const lost = approveRefund().catch(() => null);
  try {
    await pollUntil(stop.reached, 240_000);
    await t.kill('server');
    expect(await lost).toBeNull();
  } finally {
    await stop.letGo('forgotten');
    await stop.remove();
    await t.start();
  }
  const readRefunds = async () =>
    (await sql`select state from company_refunds where payment_id = ${paymentId}`.execute(t.db)).rows;
  expect(await readRefunds()).toEqual([]);
  const answers = await Promise.all([approveRefund(), approveRefund(), approveRefund()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(await readRefunds()).toEqual([{ state: 'ASKED' }]);
  // It is excluded from the settlements that the next tests count.
  await expectSoundCompanies(t.db);
}, 600_000);

it('three days without a server and a clock that is set back yield three payments, once each', async () => {
  for (const _day of [1, 2, 3]) {
    await payStore('3000000', CARD);
    await startLater(1);
    // No worker runs: due settlements are found by the job alone, and time passes before it runs.
  }
  await startLater(-0.1);
  await startLater(0.1);
  settlementCount += 3;
  await waitUntilDone(settlementCount);
}, 600_000);

it('in the end all receipts were bought, sent once and arrived, and the ledger is consistent', async () => {
  await t.untilRest();
  await expectSoundCompanies(t.db);
  await t.expectSound();
  const { rows } = await sql<{ sent: bigint; arrived: bigint }>`select
      (select sum(s.amount - w.fee) from company_settlements s join withdrawals w on w.id = s.withdrawal_id) as sent,
      (select coalesce(sum((p ->> 'amount')::numeric), 0) from sandbox_transactions x
        cross join jsonb_array_elements(x.body -> 'payments') p
        where p ->> 'to' = ${SETTLEMENT_DESTINATION.walletAddress} and x.height is not null and not x.dropped) as arrived`.execute(
    t.db,
  );
  expect(rows[0]?.arrived).toBe(rows[0]?.sent);
  const { rows: orders } = await sql`select from orders where user_id = ${userId}`.execute(t.db);
  expect(orders.length).toBe(settlementCount);
}, 600_000);
