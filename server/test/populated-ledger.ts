/** A whole server with every kind of event that moves money: trades, fills, shares, deposits, withdrawals, a store. */
import { randomUUID } from 'node:crypto';
import { type Asset, type Chain, isSheba } from '@sarraf/domain';
import { sql } from 'kysely';
import { DAY, startCompanies } from './company.ts';
import { addSession } from './people.ts';
import { call, priceOf } from './running-server.ts';
import { until } from './waiting.ts';

export type Books = Awaited<ReturnType<typeof startBooks>>;

const PLACES: [Asset & Chain, string, string][] = [
  ['LITE_COIN', 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu', '2'],
  ['ETHEREUM', '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F', '1'],
  ['RIPPLE', 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ', '200'],
];
/** The demo customer's Sheba. */
const SHEBA_WITHOUT_CHECK = ['0160000000100324200001', '016'] as const;
const TIMEOUT_MS = 120_000;

interface By {
  userId: string;
  email: string;
  token: string;
}

export async function startBooks() {
  const t = await startCompanies();
  const { db, url } = t;
  // Limits have tests of their own; here any amount may be withdrawn.
  await sql`update withdrawal_thresholds set review = 9e30, four_eyes = 9e30, sms = 9e30`.execute(db);
  await sql`update withdrawal_level_limits set per_day = 9e30, per_month = 9e30`.execute(db);

  async function ok(answer: ReturnType<typeof call>) {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.baseDTO;
  }
  const post = (by: By, path: string, body: object) => ok(t.as(by, 'POST', path, body, randomUUID()));

  async function mine(chain: string, count: number) {
    await ok(call(url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count } }));
  }
  async function fund(by: By, coin: Asset & Chain, amount: string): Promise<void> {
    const path = `/wallets/customer/wallet-address?relatedCoin=${coin}&tokenType=${coin}`;
    let place: { address: string; tag?: string } | undefined;
    await until(async () => {
      const { status, body } = await t.as(by, 'GET', path);
      place = status === 200 ? body.baseDTO : undefined;
      return place !== undefined;
    }, TIMEOUT_MS);
    const { address, tag } = place ?? { address: '' };
    const body = { relatedCoin: coin, address, amount, ...(tag && { tag }) };
    await ok(call(url, 'POST', `/sandbox/chains/${coin}/faucet`, { body }));
    await mine(coin, 6);
    await until(async () => (await t.balance(by.userId, coin)) > 0n, TIMEOUT_MS);
  }

  async function withdraw(by: By, intent: object): Promise<string> {
    await sql`delete from limit_counters`.execute(db);
    await ok(t.as(by, 'POST', '/users/send-code', intent));
    const { body } = await call(url, 'GET', `/sandbox/outbox?to=${by.email}`);
    const { id } = await post(by, '/wallets/withdrawal-request', { ...intent, code: body[0].code });
    return id;
  }
  const stateOf = async (id: string) => {
    const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(db);
    return rows[0]?.state;
  };
  async function mineWaiting(): Promise<void> {
    const { rows } = await sql<{ chain: string }>`select distinct chain from sandbox_transactions
      where height is null and not dropped`.execute(db);
    for (const { chain } of rows) await mine(chain, 6);
  }

  const wholePrice = async () =>
    (BigInt((await priceOf(url, 'BITCOIN', 'sell')).split('.')[0] ?? '') / 1_000n) * 1_000n;
  const quick = async (by: By, side: 'buy' | 'sell', amount: string) =>
    until(async () => {
      const unitPrice = await priceOf(url, 'BITCOIN', side);
      const body = { marketType: 'BITCOIN_TOMAN', amount, unitPrice };
      const { status } = await t.as(by, 'POST', `/exchange/${side}`, body, randomUUID());
      return status === 200;
    }, TIMEOUT_MS);

  const [host, ann, ben] = [await t.person('REAL'), await t.person('REAL'), await t.person('REAL')];
  await sql`update users set inviter_id = ${host.userId} where id = ${ann.userId}`.execute(db);
  ann.token = await addSession(db, ann.userId, { now: t.now() });

  await fund(ann, 'BITCOIN', '3');
  await fund(ben, 'BITCOIN', '3');
  for (const by of [ann, ben]) {
    await quick(by, 'sell', '0.5');
    await quick(by, 'buy', '0.1');
  }
  // Ben's order is open and Ann takes it, then the other way round; the remainders are cancelled or stay.
  const price = await wholePrice();
  const order = (by: By, side: string, amount: string, unitPrice: bigint) =>
    post(by, '/orders', {
      marketType: 'BITCOIN_TOMAN',
      orderType: `LIMITED_${side}`,
      amount,
      unitPrice: unitPrice.toString(),
    });
  await order(ben, 'BUY', '0.02', price);
  await order(ben, 'BUY', '0.01', price - 1_000n);
  await order(ann, 'SELL', '0.025', price - 1_000n);
  await order(ann, 'SELL', '0.02', price + 1_000n);
  await order(ben, 'BUY', '0.01', price + 1_000n);
  const left = await order(ann, 'SELL', '0.01', price + 2_000n);
  await ok(t.as(ann, 'DELETE', `/orders/${left.id}`));

  const sent: string[] = [];
  for (const [coin, destinationWalletAddress, amount] of PLACES) {
    await fund(ann, coin, amount);
    const half = (Number.parseInt(amount, 10) / 2).toString();
    sent.push(
      await withdraw(ann, { amount: half, relatedCoin: coin, tokenType: coin, destinationWalletAddress }),
    );
  }
  await until(async () => {
    await mineWaiting();
    return (await Promise.all(sent.map(stateOf))).every((state) => state === 'DONE');
  }, 240_000);

  const company = await t.company();
  await t.setUp(company);
  await t.pay(company, '3000000');

  const { rows: demos } = await sql<{
    id: string;
  }>`select id from users where email = 'demo@sarraf.test'`.execute(db);
  const demo: By = { userId: demos[0]?.id ?? '', email: 'demo@sarraf.test', token: '' };
  await t.move(0, demo);
  const toman = {
    amount: '1000000',
    relatedCoin: 'TOMAN',
    tokenType: 'TOMAN',
    destinationWalletAddress: shebaOf(SHEBA_WITHOUT_CHECK[0]),
  };
  const paid = await withdraw(demo, toman);

  const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
  const line = {
    identifier: '',
    sheba: `IR${shebaOf('0550000000007654321003')}`,
    name: 'کسی',
    amountRial: '10000000',
  };
  const lines = [{ ...line, reference: 'LINE-0001', paidAt: t.now().toISOString() }];
  await post(one, '/backoffice/bank-deposits', { lines });
  const { body: waiting } = await t.as(one, 'GET', '/backoffice/bank-deposits');
  const place = `/backoffice/bank-deposits/${waiting.content[0].id}`;
  await post(one, place, { decision: 'PROPOSE', userId: ben.userId });
  await post(two, place, { decision: 'CONFIRM', userId: ben.userId });

  // Advance to a day on which the bank is open: the store's period has ended by then.
  await t.move(DAY + 120_000, company);
  await t.settle(company, ([first]) => first?.state === 'SENT' || first?.state === 'DONE');
  for (let day = 0; day < 14 && (await stateOf(paid)) !== 'BATCHED'; day += 1) {
    await t.move(DAY / 4);
    await t.run('make-payout');
  }
  await t.move(0, one, two);
  const { body: batches } = await t.as(one, 'GET', '/backoffice/payouts');
  const payout = batches.content[0].id;
  const headers = { authorization: `Bearer ${one.token}` };
  const file = await fetch(`${url}/api/backoffice/payouts/${payout}/file`, { method: 'POST', headers });
  if (!file.ok) throw new Error(await file.text());
  await ok(t.as(two, 'POST', `/backoffice/payouts/${payout}/paid`));
  await until(async () => (await stateOf(paid)) === 'PAID', TIMEOUT_MS);

  async function head(): Promise<bigint> {
    const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(
      db,
    );
    return rows[0]?.head ?? 0n;
  }
  /** Makes this many concurrent sales of each of two users to each other and to the house. */
  async function trade(count: number): Promise<void> {
    await t.move(0, ann, ben);
    await Promise.all(
      [ann, ben].map(async (by, which) => {
        for (let i = 0; i < count; i += 1) {
          if (i % 2 === 0) await quick(by, 'sell', '0.001');
          else await order(by, which === 0 ? 'BUY' : 'SELL', '0.001', await wholePrice()).catch(() => {});
        }
      }),
    );
  }

  return { ...t, stranger: ben.userId, sent, paid, head, trade };
}

/** Completes it with valid check digits. */
function shebaOf(rest: string): string {
  for (let check = 2; check < 99; check += 1) {
    const code = check.toString().padStart(2, '0') + rest;
    if (isSheba(code)) return code;
  }
  throw new Error('one of these always fits');
}
