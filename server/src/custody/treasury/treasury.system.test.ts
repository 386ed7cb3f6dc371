import type { Reserve, TreasuryView } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Depositor } from '../../../test/custody.ts';
import { createSendingFixture, type SendingFixture } from '../../../test/sending.ts';
import { codecOf } from '../../chains/index.ts';
import { createContext } from '../context.ts';
import { createSender } from '../sending/send-loop.ts';
import { sweepDeposits } from '../sending/sweep-deposits.ts';
import { readReserves, readTreasury } from './view.ts';

const ETHER = 10n ** 18n;
const USDT = 10n ** 6n;
let t: SendingFixture;
let treasurer: Depositor;
let admin: Depositor;
let admin2: Depositor;
let customer: Depositor;

beforeAll(async () => {
  t = await createSendingFixture();
  treasurer = await t.person(['treasury']);
  admin = await t.person(['admin']);
  admin2 = await t.person(['admin']);
  customer = await t.person();
});
afterEach(() => t.expectSoundBooks());
afterAll(() => t?.close());

const stranger = codecOf('ETHEREUM', 'main').keyOf(new Uint8Array(64).fill(90), { branch: 'hot' }).address;

const view = async (by: Depositor = treasurer): Promise<TreasuryView> =>
  (await t.call('GET', '/backoffice/treasury', { token: by.token })).body.baseDTO;
const reserve = async (coin: string, tokenType = coin): Promise<Reserve | undefined> =>
  (await view()).reserves.find((one) => one.relatedCoin === coin && one.tokenType === tokenType);
const turn = async (by: Depositor, stopped: boolean, reason = 'something is wrong') => {
  const { status, body } = await t.call('POST', '/backoffice/kill-switch', {
    token: by.token,
    body: { stopped, reason },
  });
  return status === 200 ? 'OK' : body.message;
};
const audited = async (action: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_log
    where action = ${action}`.execute(t.db);
  return rows[0]?.n ?? 0;
};

describe('the kill switch', () => {
  it('is engaged by the treasury and released by an admin other than the one who engaged it', async () => {
    expect(await turn(customer, true)).toBe('FORBIDDEN');
    expect(await turn(treasurer, false)).toBe('CONFLICT');
    expect(await turn(admin, true, 'keys may be known')).toBe('OK');
    expect(await turn(treasurer, true)).toBe('CONFLICT');
    expect(await turn(treasurer, false)).toBe('FORBIDDEN');
    expect(await turn(admin, false)).toBe('SECOND_PERSON_NEEDED');
    expect((await view()).stopped).toMatchObject({ by: admin.email, reason: 'keys may be known' });
    expect(await turn(admin2, false, 'they are not')).toBe('OK');
    expect((await view()).stopped).toBeNull();
    expect([await audited('withdrawals stopped'), await audited('withdrawals started')]).toEqual([1, 1]);
  });

  it('stops running loops within 5 s, signed bytes included, and survives a restart', async () => {
    await t.fund('ETHEREUM', 50n * ETHER);
    const context = createContext(t.deps);
    const real = context.nodes.get('ETHEREUM');
    if (!real) throw new Error('off');
    let requestCount = 0;
    const watched = Object.create(real, {
      broadcast: {
        value: (signed: Parameters<typeof real.broadcast>[0]) => {
          requestCount += 1;
          return real.broadcast(signed);
        },
      },
    });
    const changed = { ...t.deps, nodes: new Map([['ETHEREUM' as const, watched]]) };
    let sender = createSender(createContext(changed));
    await sender.start();
    await t.withdraw({ asset: 'ETHEREUM', address: stranger, amount: ETHER });
    await expect.poll(() => requestCount, { timeout: 60_000 }).toBe(1);
    expect(await turn(treasurer, true)).toBe('OK');
    const queued = await t.withdraw({ asset: 'ETHEREUM', address: stranger, amount: ETHER });
    await sender.sendOnce('ETHEREUM');
    await sender.stop();
    sender = createSender(createContext(changed));
    await sender.start();
    await expect
      .poll(() => t.progress(queued), { timeout: 60_000 })
      .toMatchObject({ state: 'QUEUED', trouble: 'STOPPED' });
    await sender.sendOnce('ETHEREUM');
    expect(requestCount).toBe(1);
    expect(await t.progress(queued)).toMatchObject({ state: 'QUEUED', trouble: 'STOPPED' });
    expect(await turn(admin, false)).toBe('OK');
    await expect.poll(() => requestCount, { timeout: 60_000 }).toBe(2);
    await sender.stop();
    await t.sendUntilFinal('ETHEREUM');
    expect(await t.progress(queued)).toMatchObject({ state: 'DONE', trouble: null });
  });

  it('holds back signed bytes', async () => {
    const queued = await t.withdraw({ asset: 'ETHEREUM', address: stranger, amount: ETHER });
    const signer = {
      ...t.signer,
      sign: async (request: Parameters<typeof t.signer.sign>[0]) => {
        const signed = await t.signer.sign(request);
        await sql`update kill_switch set stopped = true`.execute(t.db);
        return signed;
      },
    };
    await t.senderWith({ signer }).sendOnce('ETHEREUM');
    expect(await t.progress(queued)).toMatchObject({ state: 'SENDING', trouble: 'STOPPED' });
    await t.sendUntilFinal('ETHEREUM');
    expect(await t.order(queued)).toMatchObject({ state: 'SIGNED' });
    await sql`update kill_switch set stopped = false`.execute(t.db);
    await t.sendUntilFinal('ETHEREUM');
    expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
  });
});

describe('a sweep', () => {
  it('brings a coin to the hot address once if it is worth its fee', async () => {
    const address = (await t.address(customer, 'BINANCE_COIN_BSC')).body.baseDTO.address;
    await t.pay(customer, 'BINANCE_COIN_BSC', 3n * ETHER);
    await t.mineAndScan('BINANCE_COIN_BSC', 7);
    expect(await t.balance(customer.id, 'BINANCE_COIN_BSC')).toBe(3n * ETHER);
    expect((await reserve('BINANCE_COIN_BSC'))?.deposits).toBe('3.000');
    await sweepDeposits(t.context);
    await sweepDeposits(t.context);
    await t.sendUntilFinal('BINANCE_COIN_BSC');
    await sweepDeposits(t.context);
    await t.sendUntilFinal('BINANCE_COIN_BSC');
    const hot = await t.held('BINANCE_COIN_BSC', t.hotOf('BINANCE_COIN_BSC'));
    const left = await t.held('BINANCE_COIN_BSC', address);
    const cost = -(await t.balance('house', 'BINANCE_COIN_BSC', 'expense'));
    expect(hot).toBeGreaterThan((29n * ETHER) / 10n);
    expect(cost).toBeGreaterThan(0n);
    expect(hot + left + cost).toBe(3n * ETHER);
    const { rows } = await sql`select kind, state from outgoing where chain = 'BINANCE_COIN_BSC'`.execute(
      t.db,
    );
    expect(rows).toEqual([{ kind: 'SWEEP', state: 'DONE' }]);
  });

  it('of tokens first gets coins for the fee, no more than it needs, and once from concurrent runs', async () => {
    await t.fund('ETHEREUM', 5n * ETHER);
    const address = (await t.address(customer, 'TETHER', 'ERC20')).body.baseDTO.address;
    await t.pay(customer, 'TETHER', 5_000n * USDT, 'ERC20');
    await t.mineAndScan('ETHEREUM', 7);
    const priced = createContext({
      ...t.deps,
      market: {
        ...t.deps.market,
        tomanValue: (asset, amount) => (asset === 'TETHER' ? amount : amount / 10n ** 10n),
      },
    });
    const kinds = async () => {
      const { rows } = await sql<{ kind: string }>`select kind from outgoing
        where chain = 'ETHEREUM' and kind <> 'WITHDRAWAL' order by id`.execute(t.db);
      return rows.map(({ kind }) => kind);
    };
    const sweepTwice = () => Promise.all([sweepDeposits(priced), sweepDeposits(priced)]);
    await sweepTwice();
    await sweepTwice();
    expect(await kinds()).toEqual(['GAS']);
    await t.sendUntilFinal('ETHEREUM');
    const gas = await t.held('ETHEREUM', address);
    expect(gas).toBeGreaterThan(0n);
    await sweepTwice();
    expect(await kinds()).toEqual(['GAS', 'SWEEP']);
    await t.sendUntilFinal('ETHEREUM');
    expect(await t.held('TETHER', t.hotOf('ETHEREUM'), 'ERC20')).toBe(5_000n * USDT);
    expect(await t.held('TETHER', address, 'ERC20')).toBe(0n);
    expect(await t.balance(customer.id, 'TETHER')).toBe(5_000n * USDT);
  });

  it('does not sweep a deposit whose network fee exceeds its value', async () => {
    await t.pay(customer, 'MATIC', ETHER);
    await t.mineAndScan('MATIC', 7);
    const dear = createContext({
      ...t.deps,
      nodes: new Map(
        [...t.deps.nodes].map(([chain, node]) => [
          chain,
          Object.create(node, {
            plan: {
              value: async (order: Parameters<typeof node.plan>[0]) => ({
                ...(await node.plan(order)),
                maxFeePerGas: 10n ** 13n,
              }),
            },
          }),
        ]),
      ),
    });
    await sweepDeposits(dear);
    const { rows } = await sql`select from outgoing where chain = 'MATIC'`.execute(t.db);
    expect(rows).toEqual([]);
  });
});

describe('the treasury', () => {
  it('moves surplus to the signer’s cold address and to no other', async () => {
    const cold = codecOf('CELO', 'main').keyOf(new Uint8Array(64).fill(91), { branch: 'hot' }).address;
    await t.fund('CELO', 100n * ETHER);
    const move = (amount: string, relatedCoin = 'CELO', by = treasurer) =>
      t.call('POST', '/backoffice/move-to-cold', {
        token: by.token,
        body: { relatedCoin, tokenType: relatedCoin, amount },
      });
    expect((await move('1', 'NONSENSE')).body.message).toBe('You Dont Have This Coin Wallet');
    expect((await move('0')).body.message).toBe('UNACCEPTABLE_AMOUNT');
    expect((await move('101')).body.message).toBe('CONFLICT');
    expect((await move('1', 'CELO', customer)).status).toBe(403);
    expect((await move('60')).body.message).toBe('OK');
    await t.sendUntilFinal('CELO');
    const [row] = await readReserves(t.context).then((all) => all.filter(({ asset }) => asset === 'CELO'));
    expect(row?.coldAddress).toBe(t.coldOf('CELO'));
    expect(row?.coldAddress).not.toBe(cold);
    expect(await t.held('CELO', t.coldOf('CELO'))).toBe(60n * ETHER);
    expect(row?.cold).toBe(60n * ETHER);
    expect(await audited('moved to cold')).toBe(1);
  });

  it('lists hot funds and liabilities, and an alarm where they don’t match', async () => {
    await t.pay(customer, 'BITCOIN', 10_000_000n);
    await t.mineAndScan('BITCOIN', 7);
    expect(await reserve('BITCOIN')).toMatchObject({
      hot: '0.00000000',
      deposits: '0.10000000',
      booked: '0.10000000',
      liabilities: '0.10000000',
      hotTarget: 10,
      hotShare: 0,
      alarm: 'LOW',
    });
    await t.fund('BITCOIN', 1_000_000n);
    expect(await reserve('BITCOIN')).toMatchObject({ hot: '0.01000000', hotShare: 10, alarm: null });
    await t.fund('BITCOIN', 10_000_000n);
    expect(await reserve('BITCOIN')).toMatchObject({ alarm: 'HIGH' });
    await sql`delete from unspent_outputs where chain = 'BITCOIN'`.execute(t.db);
    expect(await reserve('BITCOIN')).toMatchObject({ alarm: 'SHORT' });
    expect((await view()).signer).toBe('READY');
    await t.runOperatorCommand({ caps: { coins: { BITCOIN: { hour: '0', day: '0' } } } });
    expect(await view()).toMatchObject({ signer: 'OVER_CAP', latch: null });
    await t.runOperatorCommand({ caps: { coins: { BITCOIN: { hour: '1000', day: '1000' } } } });
    expect(await audited('treasury read')).toBeGreaterThan(4);
    expect((await t.call('GET', '/backoffice/treasury', { token: customer.token })).status).toBe(403);
  });
});

it('lists a halted chain, sends nothing on it, and resumes once an admin accepts the fork', async () => {
  await t.fund('CELO', 5n * ETHER);
  const follow = async (by: Depositor) => {
    const { status, body } = await t.call('POST', '/backoffice/chains/CELO/follow', {
      token: by.token,
      body: { reason: 'it is the longer one' },
    });
    return status === 200 ? body.baseDTO.halted : body.message;
  };
  expect(await follow(admin)).toBe('CONFLICT');
  await sql`update chain_blocks set hash = 'strange' where chain = 'CELO'`.execute(t.db);
  await t.mineAndScan('CELO');
  expect((await view()).halted).toEqual([{ chain: 'CELO', height: expect.any(Number) }]);
  const queued = await t.withdraw({ asset: 'CELO', address: stranger, amount: ETHER });
  await t.sendUntilFinal('CELO');
  expect(await t.progress(queued)).toMatchObject({ state: 'QUEUED', txid: null });
  expect(await follow(treasurer)).toBe('FORBIDDEN');
  expect(await follow(admin)).toEqual([]);
  expect(await follow(admin)).toBe('CONFLICT');
  expect([await audited('chain halted'), await audited('chain followed')]).toEqual([1, 1]);
  await t.scanner.scanOnce('CELO');
  await t.sendUntilFinal('CELO');
  expect(await t.progress(queued)).toMatchObject({ state: 'DONE' });
});

it('shows a signer that stopped itself, and why', async () => {
  // Sessions have expired after the clock has moved.
  await t.fund('ELROND', 20n * ETHER);
  await t.runOperatorCommand({ caps: { coins: { ELROND: { hour: '5', day: '5' } } } });
  const address = codecOf('ELROND', 'main').keyOf(new Uint8Array(64).fill(5), { branch: 'hot' }).address;
  await t.withdraw({ asset: 'ELROND', address, amount: 3n * ETHER });
  await t.sendUntilFinal('ELROND');
  t.clock.advance(3600_001);
  await t.withdraw({ asset: 'ELROND', address, amount: 3n * ETHER });
  await t.sendUntilFinal('ELROND');
  expect(await readTreasury(t.context, admin.id)).toMatchObject({
    signer: 'LATCHED',
    latch: { reason: 'DAY', about: 'ELROND', at: expect.stringMatching(/^20\d\d-/) },
  });
  const { latch } = await t.signer.operatorView();
  await t.runOperatorCommand({ release: latch?.id ?? '' });
  expect(await readTreasury(t.context, admin.id)).toMatchObject({ signer: 'READY', latch: null });
});
