/** A whole server with every kind of event that moves money: trades, fills, shares, deposits, withdrawals, a store. */
import { randomUUID } from 'node:crypto';
import { type Asset, type Chain, isSheba } from '@sarraf/domain';
import { sql } from 'kysely';
import { DAY, startCompanies } from './company.ts';
import { addSession } from './people.ts';
import { callServer, readPublishedPrice } from './running-server.ts';
import { pollUntil } from './waiting.ts';

export type PopulatedLedger = Awaited<ReturnType<typeof createPopulatedLedger>>;

const WITHDRAWAL_ADDRESSES: [Asset & Chain, string, string][] = [
  ['LITE_COIN', 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu', '2'],
  ['ETHEREUM', '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F', '1'],
  ['RIPPLE', 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ', '200'],
];
/** The demo customer's Sheba. */
const SHEBA_WITHOUT_CHECK = ['0160000000100324200001', '016'] as const;
const TIMEOUT_MS = 120_000;

interface ActingPerson {
  userId: string;
  email: string;
  token: string;
}

export async function createPopulatedLedger() {
  const t = await startCompanies();
  const { db, url } = t;
  // Limits have tests of their own; here any amount may be withdrawn.
  await sql`update withdrawal_thresholds set review = 9e30, four_eyes = 9e30, sms = 9e30`.execute(db);
  await sql`update withdrawal_level_limits set per_day = 9e30, per_month = 9e30`.execute(db);

  async function expectOk(answer: ReturnType<typeof callServer>) {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.baseDTO;
  }
  const postAs = (by: ActingPerson, path: string, body: object) =>
    expectOk(t.as(by, 'POST', path, body, randomUUID()));

  async function mineBlocks(chain: string, count: number) {
    await expectOk(callServer(url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count } }));
  }
  async function deposit(by: ActingPerson, coin: Asset & Chain, amount: string): Promise<void> {
    const path = `/wallets/customer/wallet-address?relatedCoin=${coin}&tokenType=${coin}`;
    let place: { address: string; tag?: string } | undefined;
    await pollUntil(async () => {
      const { status, body } = await t.as(by, 'GET', path);
      place = status === 200 ? body.baseDTO : undefined;
      return place !== undefined;
    }, TIMEOUT_MS);
    const { address, tag } = place ?? { address: '' };
    const body = { relatedCoin: coin, address, amount, ...(tag && { tag }) };
    await expectOk(callServer(url, 'POST', `/sandbox/chains/${coin}/faucet`, { body }));
    await mineBlocks(coin, 6);
    await pollUntil(async () => (await t.balance(by.userId, coin)) > 0n, TIMEOUT_MS);
  }

  async function withdraw(by: ActingPerson, intent: object): Promise<string> {
    await sql`delete from limit_counters`.execute(db);
    await expectOk(t.as(by, 'POST', '/users/send-code', intent));
    const { body } = await callServer(url, 'GET', `/sandbox/outbox?to=${by.email}`);
    const { id } = await postAs(by, '/wallets/withdrawal-request', { ...intent, code: body[0].code });
    return id;
  }
  const readState = async (id: string) => {
    const { rows } = await sql<{ state: string }>`select state from withdrawals where id = ${id}`.execute(db);
    return rows[0]?.state;
  };
  async function minePending(): Promise<void> {
    const { rows } = await sql<{ chain: string }>`select distinct chain from sandbox_transactions
      where height is null and not dropped`.execute(db);
    for (const { chain } of rows) await mineBlocks(chain, 6);
  }

  const readWholePrice = async () =>
    (BigInt((await readPublishedPrice(url, 'BITCOIN', 'sell')).split('.')[0] ?? '') / 1_000n) * 1_000n;
  const quickTrade = async (by: ActingPerson, side: 'buy' | 'sell', amount: string) =>
    pollUntil(async () => {
      const unitPrice = await readPublishedPrice(url, 'BITCOIN', side);
      const body = { marketType: 'BITCOIN_TOMAN', amount, unitPrice };
      const { status } = await t.as(by, 'POST', `/exchange/${side}`, body, randomUUID());
      return status === 200;
    }, TIMEOUT_MS);

  const [host, ann, ben] = [await t.person('REAL'), await t.person('REAL'), await t.person('REAL')];
  await sql`update users set inviter_id = ${host.userId} where id = ${ann.userId}`.execute(db);
  ann.token = await addSession(db, ann.userId, { now: t.now() });

  await deposit(ann, 'BITCOIN', '3');
  await deposit(ben, 'BITCOIN', '3');
  for (const by of [ann, ben]) {
    await quickTrade(by, 'sell', '0.5');
    await quickTrade(by, 'buy', '0.1');
  }
  // Ben's order is open and Ann takes it, then the other way round; the remainders are cancelled or stay.
  const price = await readWholePrice();
  const placeOrder = (by: ActingPerson, side: string, amount: string, unitPrice: bigint) =>
    postAs(by, '/orders', {
      marketType: 'BITCOIN_TOMAN',
      orderType: `LIMITED_${side}`,
      amount,
      unitPrice: unitPrice.toString(),
    });
  await placeOrder(ben, 'BUY', '0.02', price);
  await placeOrder(ben, 'BUY', '0.01', price - 1_000n);
  await placeOrder(ann, 'SELL', '0.025', price - 1_000n);
  await placeOrder(ann, 'SELL', '0.02', price + 1_000n);
  await placeOrder(ben, 'BUY', '0.01', price + 1_000n);
  const left = await placeOrder(ann, 'SELL', '0.01', price + 2_000n);
  await expectOk(t.as(ann, 'DELETE', `/orders/${left.id}`));

  const withdrawalIds: string[] = [];
  for (const [coin, destinationWalletAddress, amount] of WITHDRAWAL_ADDRESSES) {
    await deposit(ann, coin, amount);
    const half = (Number.parseInt(amount, 10) / 2).toString();
    withdrawalIds.push(
      await withdraw(ann, { amount: half, relatedCoin: coin, tokenType: coin, destinationWalletAddress }),
    );
  }
  await pollUntil(async () => {
    await minePending();
    return (await Promise.all(withdrawalIds.map(readState))).every((state) => state === 'DONE');
  }, 240_000);

  const company = await t.company();
  await t.setUp(company);
  await t.pay(company, '3000000');

  const { rows: demos } = await sql<{
    id: string;
  }>`select id from users where email = 'demo@sarraf.test'`.execute(db);
  const demo: ActingPerson = { userId: demos[0]?.id ?? '', email: 'demo@sarraf.test', token: '' };
  await t.moveClock(0, demo);
  const toman = {
    amount: '1000000',
    relatedCoin: 'TOMAN',
    tokenType: 'TOMAN',
    destinationWalletAddress: createSheba(SHEBA_WITHOUT_CHECK[0]),
  };
  const withdrawalId = await withdraw(demo, toman);

  const [one, two] = [await t.person('REAL', ['treasury']), await t.person('REAL', ['treasury'])];
  const line = {
    identifier: '',
    sheba: `IR${createSheba('0550000000007654321003')}`,
    name: 'کسی',
    amountRial: '10000000',
  };
  const lines = [{ ...line, reference: 'LINE-0001', paidAt: t.now().toISOString() }];
  await postAs(one, '/backoffice/bank-deposits', { lines });
  const { body: waiting } = await t.as(one, 'GET', '/backoffice/bank-deposits');
  const place = `/backoffice/bank-deposits/${waiting.content[0].id}`;
  await postAs(one, place, { decision: 'PROPOSE', userId: ben.userId });
  await postAs(two, place, { decision: 'CONFIRM', userId: ben.userId });

  // Advance to a day on which the bank is open: the store's period has ended by then.
  await t.moveClock(DAY + 120_000, company);
  await t.settle(company, ([first]) => first?.state === 'SENT' || first?.state === 'DONE');
  for (let day = 0; day < 14 && (await readState(withdrawalId)) !== 'BATCHED'; day += 1) {
    await t.moveClock(DAY / 4);
    await t.run('make-payout');
  }
  await t.moveClock(0, one, two);
  const { body: batches } = await t.as(one, 'GET', '/backoffice/payouts');
  const payout = batches.content[0].id;
  const headers = { authorization: `Bearer ${one.token}` };
  const file = await fetch(`${url}/api/backoffice/payouts/${payout}/file`, { method: 'POST', headers });
  if (!file.ok) throw new Error(await file.text());
  await expectOk(t.as(two, 'POST', `/backoffice/payouts/${payout}/paid`));
  await pollUntil(async () => (await readState(withdrawalId)) === 'PAID', TIMEOUT_MS);

  async function readHead(): Promise<bigint> {
    const { rows } = await sql<{ head: bigint }>`select last_transfer_id as head from ledger_head`.execute(
      db,
    );
    return rows[0]?.head ?? 0n;
  }
  /** Makes this many concurrent sales of each of two users to each other and to the house. */
  async function tradeConcurrently(count: number): Promise<void> {
    await t.moveClock(0, ann, ben);
    await Promise.all(
      [ann, ben].map(async (by, which) => {
        for (let i = 0; i < count; i += 1) {
          if (i % 2 === 0) await quickTrade(by, 'sell', '0.001');
          else
            await placeOrder(by, which === 0 ? 'BUY' : 'SELL', '0.001', await readWholePrice()).catch(
              () => {},
            );
        }
      }),
    );
  }

  return {
    ...t,
    stranger: ben.userId,
    sent: withdrawalIds,
    paid: withdrawalId,
    head: readHead,
    trade: tradeConcurrently,
  };
}

/** Completes it with valid check digits. */
function createSheba(rest: string): string {
  for (let check = 2; check < 99; check += 1) {
    const code = check.toString().padStart(2, '0') + rest;
    if (isSheba(code)) return code;
  }
  throw new Error('one of these always fits');
}
