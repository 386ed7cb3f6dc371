/**
 * Withdrawals by a program key: without codes, and only to addresses that their owner confirmed at least a day
 * before.
 */
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSecretProgram, createSignedHeaders, type Program } from '../../test/program.ts';
import {
  BITCOIN,
  bitcoinIntent,
  createWithdrawalFixture,
  type IntentBody,
  OTHER_BITCOIN,
  type Person,
  tomanIntent,
  type WithdrawalFixture,
} from '../../test/withdrawal.ts';

const DAY = 86_400_000;
const HOME = '203.0.113.7';
let context: WithdrawalFixture;
let ann: Person;
let bot: Program;

beforeAll(async () => {
  context = await createWithdrawalFixture();
});
afterAll(() => context.close());
beforeEach(async () => {
  ann = await context.createFundedPerson();
  bot = await program(['WITHDRAW']);
  await save();
  await later(DAY);
});
afterEach(async () => {
  await sql`update kill_switch set stopped = false`.execute(context.db);
  await context.expectSoundBooks();
});

async function later(ms: number): Promise<void> {
  context.clock.advance(ms);
  ann.token = await context.newSession(ann);
}

const save = (address = BITCOIN) =>
  context.send(ann, 'POST', '/wallets/address-book', {
    label: 'cold',
    relatedCoin: 'BITCOIN',
    tokenType: 'BITCOIN',
    address,
  });

/** `withdrawalLimit`: more than anybody may withdraw, unless a test is about it. */
async function program(permissions: string[], withdrawalLimit = '100000000000'): Promise<Program> {
  const { body } = await context.send(ann, 'POST', '/users/api-keys', {
    label: 'bot',
    kind: 'HMAC',
    permissions,
    addresses: [HOME],
    ...(permissions.includes('WITHDRAW') && { withdrawalLimit }),
  });
  return createSecretProgram(body.baseDTO.apiKey.id, body.baseDTO.secret);
}

async function ask(
  intent: IntentBody & { code?: string },
  { by = bot, key }: { by?: Program; key?: string } = {},
) {
  context.clock.advance(1);
  const [path, body] = ['/api/wallets/withdrawal-request', JSON.stringify(intent)];
  const answer = await context.http.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    remoteAddress: HOME,
    headers: {
      ...createSignedHeaders(by, { method: 'POST', path, body, time: context.clock.now() }),
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
  });
  return { status: answer.statusCode, body: answer.json() };
}

it('goes to a saved address without a code, notifies its owner, and is logged', async () => {
  const { status, body } = await ask(bitcoinIntent('0.1'));
  expect([status, body.baseDTO]).toMatchObject([
    200,
    { state: 'APPROVED', destinationWalletAddress: BITCOIN, label: 'cold' },
  ]);
  expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['9.90000000', '0.10000000']);
  const [notice] = await context.notices(ann.email);
  expect(notice?.text).toContain('bc1qhk...pggv');
  const { rows } = await sql<{ detail: string }>`select detail from audit_log
    where subject_id = ${ann.id} and action = 'withdrawal asked by API key'`.execute(context.db);
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([{ keyId: bot.id }]);
});

it('is refused to a new address and to one saved today, whatever code is sent along', async () => {
  const other = bitcoinIntent('0.1', { destinationWalletAddress: OTHER_BITCOIN });
  expect((await ask(other)).body.message).toBe('ADDRESS_NOT_ALLOWED');
  const code = await context.codeOf(ann, other);
  expect((await ask({ ...other, code })).body.message).toBe('ADDRESS_NOT_ALLOWED');
  await save(OTHER_BITCOIN);
  const until = new Date(context.clock.now() + DAY).toISOString();
  expect((await ask(other)).body).toMatchObject({ message: 'ADDRESS_NOT_ALLOWED', data: { until } });
  await later(DAY);
  expect((await ask(other)).status).toBe(200);
});

it('is refused until a day after the key was created', async () => {
  const young = await program(['WITHDRAW']);
  const until = new Date(context.clock.now() + DAY).toISOString();
  expect((await ask(bitcoinIntent('0.1'), { by: young })).body).toMatchObject({
    message: 'WITHDRAWAL_HOLD',
    data: { until },
  });
  await later(DAY);
  expect((await ask(bitcoinIntent('0.1'), { by: young })).status).toBe(200);
});

it('of Toman goes only to the user’s own, verified Sheba', async () => {
  expect((await ask(tomanIntent('200000'))).body.baseDTO).toMatchObject({ state: 'APPROVED' });
  const other = tomanIntent('200000', { destinationWalletAddress: '790610000000700796858044' });
  expect((await ask(other)).body.message).toBe('SHEBA_NOT_VERIFIED');
});

it('obeys limits, holds, freezes, pauses and the kill switch, and is reviewed by staff like any other', async () => {
  const refusal = async (intent = bitcoinIntent('0.1')) => (await ask(intent)).body.message;
  await context.give(ann.id, 'BITCOIN', '20');
  expect((await ask(bitcoinIntent('3'))).body.baseDTO.state).toBe('REVIEW');
  expect(await refusal(bitcoinIntent('4'))).toBe('DAILY_LIMIT');
  context.paused.add('COIN_WITHDRAWAL');
  expect(await refusal()).toBe('PAUSED');
  context.paused.clear();
  await sql`update kill_switch set stopped = true`.execute(context.db);
  expect(await refusal()).toBe('WITHDRAWALS_STOPPED');
  await sql`update kill_switch set stopped = false`.execute(context.db);
  // The cached key doesn't know of the hold; the transaction does.
  await sql`update users set withdrawals_held_until = ${new Date(context.clock.now() + DAY)} where id = ${ann.id}`.execute(
    context.db,
  );
  expect(await refusal()).toBe('WITHDRAWAL_HOLD');
});

it('stays within the daily sum of its key, also concurrently, and apart from other withdrawals', async () => {
  const limited = await program(['WITHDRAW'], '20000000');
  await later(DAY);
  // A bitcoin is worth 100,000,000 Toman.
  const withdraw = async (amount: string, by = limited) => (await ask(bitcoinIntent(amount), { by })).body;
  expect((await withdraw('0.5', bot)).status).toBe('OK');
  const both = await Promise.all([withdraw('0.15'), withdraw('0.15')]);
  expect(both.map(({ message }) => message).filter((message) => message === 'DAILY_LIMIT')).toHaveLength(1);
  expect(await withdraw('0.06')).toMatchObject({
    message: 'DAILY_LIMIT',
    data: { left: '5000000', of: 'API_KEY' },
  });
  expect((await ask(tomanIntent('5000001'), { by: limited })).body.message).toBe('DAILY_LIMIT');
  // A coin without a price can't be counted.
  context.prices.set('BITCOIN', null);
  expect(await withdraw('0.01')).toMatchObject({ message: 'DAILY_LIMIT', data: { of: 'API_KEY' } });
  context.prices.set('BITCOIN', 100_000_000n);
  expect((await withdraw('0.05')).status).toBe('OK');
  expect((await withdraw('0.06', bot)).status).toBe('OK');
  expect((await withdraw('0.01')).message).toBe('DAILY_LIMIT');
  await later(DAY);
  expect((await withdraw('0.2')).status).toBe('OK');
});

it('is refused in the transaction to a key that was revoked the moment before', async () => {
  await ask(bitcoinIntent('0.01'));
  // The revocation is not published, so the key is still cached.
  await sql`update program_keys set revoked_at = now(), grant_encrypted = null where id = ${bot.id}`.execute(
    context.db,
  );
  expect((await ask(bitcoinIntent('0.1'))).body.message).toBe('API_KEY_REFUSED');
  expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['9.99000000', '0.01000000']);
});

it('requires the WITHDRAW permission, and names it when it is missing', async () => {
  const trader = await program(['READ', 'TRADE', 'DEPOSIT']);
  expect((await ask(bitcoinIntent('0.1'), { by: trader })).body).toMatchObject({
    message: 'API_KEY_PERMISSION',
    data: { permission: 'WITHDRAW' },
  });
});

it('with one idempotency key has one effect, however often the request is signed again', async () => {
  const answers = [];
  for (let i = 0; i < 3; i += 1) answers.push((await ask(bitcoinIntent('0.1'), { key: 'key-12345' })).body);
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await context.readBalances(ann, 'BITCOIN')).toEqual(['9.90000000', '0.10000000']);
});

it('of a user without a code is a bad request', async () => {
  const { status, body } = await context.send(
    ann,
    'POST',
    '/wallets/withdrawal-request',
    bitcoinIntent('0.1'),
  );
  expect([status, body]).toMatchObject([400, { message: 'BAD_REQUEST', errors: ['code'] }]);
});
