/** Servers killed at each step of payments that were not credited: each is refunded once, or credited once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { fromTehranTime, toTehranTime } from '../src/rules/index.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { addPerson, addSession } from './people.ts';
import { callServer, findFreePort, type RunningServer, startServer } from './running-server.ts';
import { type StatementOutcome, type Step, stopAtStep } from './stops.ts';
import { createBankAccount } from './verification.ts';
import { pollUntil } from './waiting.ts';

/** A server takes long to start on a busy machine. */
const LONG = 240_000;
const DAY_MS = 86_400_000;
/** The card with which the payer pays at the sandbox's bank instead of the chosen one. */
const OTHER_CARD = '6273531000000001';
const OTHER_SHEBA = '790610000000700796858044';

let template: TestDatabase;
let database: Database;
let env: Record<string, string>;
let server: RunningServer;
let person: string;
let [one, two] = ['', ''];

beforeAll(async () => {
  template = await createTestDatabase();
  database = openDatabase(template.url, 3, TEST_AUDIT_KEY);
  // Banks pay on Saturdays, and before the batch's hour only staff makes one.
  await sql`delete from bank_holidays`.execute(database.db);
  const ahead = nextSaturdayMorning() - Date.now();
  env = {
    DATABASE_URL: template.url,
    PORT: String(await findFreePort()),
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    LEASE_MS: '2000',
    CLOCK_AHEAD: String(ahead),
  };
  server = await startServer(env);
  const now = new Date(Date.now() + ahead);
  const { rows } = await sql<{ id: string }>`select id from users where email = 'demo@sarraf.test'`.execute(
    database.db,
  );
  person = await addSession(database.db, rows[0]?.id ?? '', { now });
  const staff = ['one', 'two'].map(async (name) => {
    const id = await addPerson(database.db, { email: `${name}@sarraf.test`, roles: ['treasury'] });
    return addSession(database.db, id, { now });
  });
  [one = '', two = ''] = await Promise.all(staff);
}, LONG);
afterAll(async () => {
  await server.kill('SIGTERM');
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await template.drop();
}, LONG);

function nextSaturdayMorning(): number {
  const { day } = toTehranTime(Date.now());
  const ahead = 6 - new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return fromTehranTime(toTehranTime(Date.now() + ahead * DAY_MS).day, 8 * 60);
}

async function callAs(token: string, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const answer = await callServer(server.url, method, path, { token, ...(body && { body }) });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Makes a payment by another card than the chosen one. */
async function createSuspendedPayment(): Promise<string> {
  const { content } = await callAs(person, 'GET', '/users/verified-bank-accounts');
  const body = {
    ...{ amount: '1000000', paymentGateway: 'SANDBOX', cardNumber: content[0].cardNumber },
    callBackURL: '/redirect-from-banks',
  };
  const { id, redirectSite } = (await callAs(person, 'POST', '/wallets/deposit-toman', body)).baseDTO;
  const path = `/sandbox/bank/${redirectSite.split('/').at(-1)}`;
  const { baseDTO } = await callAs(person, 'POST', path, { decision: 'PAY_OTHER_CARD' });
  await fetch(baseDTO.redirectSite, { redirect: 'manual' });
  return id;
}

const proposeRefund = async (payment: string, body: object): Promise<string> =>
  (await callAs(one, 'POST', `/backoffice/suspense/payments/${payment}`, { ...body, reason: 'they called' }))
    .baseDTO.refund.id;
const REFUND_BODY = { way: 'REFUND', sheba: `IR${OTHER_SHEBA}`, payee: 'پرداخت کننده' };
const releaseRefund = (refund: string) =>
  callAs(two, 'POST', `/backoffice/suspense/refunds/${refund}`, { decision: 'RELEASE' });

/** A step at the refund itself by default, or at another table of its transaction. */
type RefundStep = Omit<Step, 'name' | 'table'> & Partial<Pick<Step, 'table'>>;

/** Kills the server that does this, or was started before, within the step; resolves once another is ready. */
async function killAtStep(step: RefundStep, fate: StatementOutcome, act?: () => Promise<unknown>) {
  const stop = await stopAtStep(template.url, { name: step.when, table: 'payment_refunds', ...step });
  const lost = act?.().catch(() => null);
  try {
    await pollUntil(stop.reached, LONG);
    await server.kill('SIGKILL');
    if (lost) expect(await lost).toBeNull();
  } finally {
    await stop.letGo(fate);
    await stop.remove();
    server = await startServer(env);
  }
}

/** Returns the state of each payment's refund, and how often money moved for it, in order of id. */
async function readEnds(...payments: string[]) {
  const { rows } = await sql<{ state: string; moved: number }>`select r.state,
      (select count(*)::int from transfers t where t.reference = p.id) as moved
    from payments p left join payment_refunds r on r.payment_id = p.id
    where p.id = any(${payments}::uuid[]) order by p.id`.execute(database.db);
  return rows.map(({ state, moved }) => `${state} ${moved}`);
}

const createEndCondition =
  (state: string, ...payments: string[]) =>
  async () =>
    (await readEnds(...payments)).every((end) => end.startsWith(state));

async function readNotices(): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; count: number }>`select kind, count(*)::int as count from notices
    where kind like 'REFUND%' or kind like 'DEPOSIT%' group by kind`.execute(database.db);
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Runs as many workers concurrently as a server has. */
async function runWorkers(): Promise<void> {
  for (const worker of ['one', 'another'])
    await sql`select graphile_worker.add_job('sweep-payment-refunds', '{}'::json, job_key => ${worker})`.execute(
      database.db,
    );
}

it('a refund is proposed, released, in the day’s batch and paid out once, with a kill at each step', async () => {
  const payments = [await createSuspendedPayment(), await createSuspendedPayment()];
  const [first = '', second = ''] = payments;
  await killAtStep({ on: 'insert', when: 'true' }, 'forgotten', () => proposeRefund(first, REFUND_BODY));
  const refund = await proposeRefund(first, REFUND_BODY);
  await killAtStep({ on: 'update', when: "new.state = 'RELEASED'" }, 'forgotten', () =>
    releaseRefund(refund),
  );
  const noticeStep = { table: 'notices', on: 'insert', when: "new.kind = 'REFUND_RELEASED'" } as const;
  await killAtStep(noticeStep, 'forgotten', () => releaseRefund(refund));
  await releaseRefund(refund);
  await releaseRefund(await proposeRefund(second, REFUND_BODY));
  const createPayout = () => callAs(one, 'POST', '/backoffice/payouts');
  await killAtStep({ on: 'update', when: "new.state = 'BATCHED'" }, 'forgotten', createPayout);
  await killAtStep({ table: 'payout_lines', on: 'insert', when: 'true' }, 'forgotten', createPayout);
  const { id } = (await createPayout()).baseDTO;
  expect(await readEnds(...payments)).toEqual(['BATCHED 1', 'BATCHED 1']);
  const file = await fetch(`${server.url}/api/backoffice/payouts/${id}/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${one}` },
  });
  expect((await file.text()).split('\n').filter((line) => line.includes(OTHER_SHEBA)).length).toBe(2);
  // The first is recorded though no client gets the reply; the next server gets to the second, and dies before that
  // is recorded.
  const paidStep = { on: 'update', when: "new.state = 'PAID'" } as const;
  const closePayout = () => callAs(two, 'POST', `/backoffice/payouts/${id}/paid`);
  await killAtStep(paidStep, 'finished', closePayout);
  await killAtStep(paidStep, 'forgotten');
  await pollUntil(createEndCondition('PAID', ...payments), LONG);
  expect(await readEnds(...payments)).toEqual(['PAID 2', 'PAID 2']);
  await runWorkers();
  await pollUntil(async () => (await readNotices()).REFUND_PAID === 2, LONG);
  expect(await checkInvariants(database.db)).toBeNull();
}, 900_000);

it('a credit is released, and the server killed before and after it is recorded, and during its notice: the user gets it once', async () => {
  const { baseDTO } = await callAs(person, 'GET', '/users/account');
  const currentAccounts = baseDTO.bankAccounts.map(({ id }: { id: string }) => ({ id }));
  const own = { ...createBankAccount(), cardNumber: OTHER_CARD };
  await callAs(person, 'PUT', '/users/account', {
    bankAccountsString: JSON.stringify([...currentAccounts, own]),
  });
  const booked = { on: 'update', when: "new.state = 'CREDITED'" } as const;
  const noticeStep = { table: 'notices', on: 'insert', when: "new.kind = 'DEPOSIT_CREDITED'" } as const;
  const deaths: [RefundStep, StatementOutcome][] = [
    [booked, 'forgotten'],
    [booked, 'finished'],
    [noticeStep, 'forgotten'],
  ];
  const payments: string[] = [];
  for (const [step, fate] of deaths) {
    const payment = await createSuspendedPayment();
    payments.push(payment);
    const refund = await proposeRefund(payment, { way: 'CREDIT' });
    await killAtStep(step, fate, () => releaseRefund(refund));
    await expect(releaseRefund(refund)).rejects.toThrow('CONFLICT');
  }
  await runWorkers();
  await pollUntil(createEndCondition('CREDITED', ...payments), LONG);
  expect(await readEnds(...payments)).toEqual(['CREDITED 2', 'CREDITED 2', 'CREDITED 2']);
  await runWorkers();
  await pollUntil(async () => (await readNotices()).DEPOSIT_CREDITED === 3, LONG);
  expect(await readNotices()).toEqual({
    DEPOSIT_NOT_CREDITED: 5,
    REFUND_RELEASED: 2,
    REFUND_PAID: 2,
    DEPOSIT_CREDITED: 3,
  });
}, 900_000);
