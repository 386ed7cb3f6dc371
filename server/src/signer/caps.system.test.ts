/**
 * Signatures that an attacker can obtain who has the database and the signer's socket, and with it all secrets of
 * the server.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Asset, DAY_MS, formatAmount, HOUR_MS, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignerProcessFixture, type SignerProcessFixture } from '../../test/signer.ts';
import { codecOf } from '../chains/index.ts';
import type { SealedOrder } from '../chains/seal.ts';
import type { TransactionPlan } from '../chains/types.ts';
import { SignerRefusedError } from '../custody/ports.ts';
import { callSigner } from '../custody/sending/signer-client.ts';
import { newId } from '../platform/ids.ts';
import { toWire } from '../platform/wire.ts';
import { applyCapChanges, computeRoom, createDefaultCaps, findExceededCap } from './caps.ts';
import { Exposure } from './exposure.ts';
import type { OperatorView } from './operator.ts';

const USDT = 1_000_000n;
const ETHER = 10n ** 18n;
const thiefOn = (chain: 'TRON' | 'STELLAR') =>
  codecOf(chain, 'main').keyOf(new Uint8Array(64).fill(3), { branch: 'hot' }).address;
const past = () => Date.now() - HOUR_MS;

/** A java-tron full node of a simulated chain. */
class TronNode {
  /** Time of the newest solid block, in milliseconds. */
  solidTime = 0;
  readonly included = new Map<string, { ok: boolean; height: number }>();
  readonly #server: Server;
  url = '';

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      response.end(JSON.stringify(this.#answer(request.url ?? '', body)));
    });
  }
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
  #block(height: number): object {
    const blockID = height === 0 ? GENESIS : height.toString(16).padStart(16, '0') + 'a'.repeat(48);
    const parent = height === 0 ? {} : { number: height, parentHash: 'b'.repeat(64) };
    return {
      blockID,
      block_header: { raw_data: { ...parent, timestamp: this.solidTime }, witness_signature: '00' },
    };
  }
  #answer(path: string, body: Record<string, unknown>): object {
    const txid = String(body.value);
    const transaction = this.included.get(txid);
    if (path === '/wallet/getblockbynum') return this.#block(body.num as number);
    if (path === '/wallet/getblock') return this.#block(Number.parseInt(String(body.id_or_num), 10));
    if (path.endsWith('/getnowblock')) return this.#block(SOLID);
    if (transaction && path === '/wallet/gettransactionbyid')
      return {
        txID: txid,
        raw_data: { contract: [{ type: 'TriggerSmartContract', parameter: { value: {} } }] },
        ret: [{ contractRet: transaction.ok ? 'SUCCESS' : 'OUT_OF_ENERGY' }],
      };
    if (transaction && path === '/wallet/gettransactioninfobyid')
      return {
        id: txid,
        blockNumber: transaction.height,
        fee: 1,
        receipt: { result: transaction.ok ? 'SUCCESS' : 'OUT_OF_ENERGY' },
        ...(!transaction.ok && { result: 'FAILED' }),
      };
    return {};
  }
}
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const SOLID = 1_000;

const usdt = (amount: bigint): Partial<SealedOrder> => ({
  chain: 'TRON',
  asset: 'TETHER',
  tokenType: 'TRC20',
  address: thiefOn('TRON'),
  amount: amount * USDT,
});
let moment = 0;
/** Expired an hour ago; different bytes on each call. */
function tronPlan(): TransactionPlan {
  moment += 1;
  const timestamp = past() + moment;
  return {
    family: 'TRON',
    refBlockBytes: 'abcd',
    refBlockHash: '0123456789abcdef',
    timestamp,
    expiration: timestamp + 1,
    feeLimit: 30_000_000n,
  };
}

let t: SignerProcessFixture;
let node: TronNode;
const refusalOf = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof SignerRefusedError) return error.code;
    throw error;
  }
};
const signTron = (id: string, replaces?: string) =>
  t.signer.sign({ chain: 'TRON', orders: [id], plan: tronPlan(), ...(replaces && { replaces }) });

/** Requests new bytes for one order as often as possible; returns the txids. */
async function milk(id: string, plans: readonly TransactionPlan[], chain: 'TRON' | 'EOS' | 'STELLAR') {
  const got = new Set<string>();
  let replaces: string | undefined;
  for (const plan of plans) {
    try {
      const { txid } = await t.signer.sign({ chain, orders: [id], plan, ...(replaces && { replaces }) });
      got.add(txid);
      replaces = txid;
    } catch (error) {
      if (!(error instanceof SignerRefusedError)) throw error;
    }
  }
  return got;
}

beforeAll(async () => {
  node = new TronNode();
  await node.listen();
  t = await createSignerProcessFixture({
    SIGNER_NODE_TRON: node.url,
    // Unreachable: an expiry that can't be proven does not count.
    SIGNER_NODE_EOS: 'http://127.0.0.1:1',
    SIGNER_NODE_STELLAR: 'http://127.0.0.1:1',
  });
  // Approvals are disabled here; approvals.system.test.ts tests them.
  const all = '1000000000';
  await t.sendOperatorCommand({ allowances: { none: { withdrawal: all, person: all, day: all } } });
});
afterAll(async () => {
  await t?.close();
  node?.close();
});

/** Resets the signer as if nothing had been signed: with this many USDT of room and no latch. */
async function resetSigner(room = 800_000n): Promise<void> {
  node.solidTime = 0;
  node.included.clear();
  const { caps, latch } = (await callSigner(t, 'operator-view', null)) as OperatorView;
  if (latch) await t.sendOperatorCommand({ release: latch.id });
  const left = (await t.signer.status()).room.TETHER ?? 0n;
  const used = (caps.coins.TETHER?.hour ?? 0n) - left;
  const hour = formatAmount(used + room * USDT, 'TETHER');
  await t.sendOperatorCommand({ caps: { coins: { TETHER: { hour, day: hour } } } });
  expect((await t.signer.status()).room.TETHER).toBe(room * USDT);
}

describe('a forged order', () => {
  it('is signed once on TRON, and not again because its expiry has passed', async () => {
    await resetSigner();
    const id = await t.createOrder({ order: usdt(750_000n) });
    const got = await milk(id, Array.from({ length: 51 }, tronPlan), 'TRON');
    expect(got.size).toBe(1);
    expect((await t.signer.status()).room.TETHER).toBe(50_000n * USDT);
  });

  it('is signed once on EOS, and not again because its expiry has passed', async () => {
    await resetSigner();
    const id = await t.createOrder({
      order: {
        chain: 'EOS',
        asset: 'EOS',
        tokenType: 'EOS',
        address: 'thethief1111',
        amount: 70_000n * 10_000n,
      },
    });
    const plans = Array.from({ length: 5 }, (_, i) => ({
      family: 'EOS' as const,
      refBlockNum: i,
      refBlockPrefix: i,
      expiration: Math.floor(past() / 1000) + i,
      chainId: 'aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906',
    }));
    expect((await milk(id, plans, 'EOS')).size).toBe(1);
  });

  it('is signed once on STELLAR, and not again because its expiry has passed', async () => {
    await resetSigner();
    const order = {
      chain: 'STELLAR',
      asset: 'STELLAR',
      tokenType: 'STELLAR',
      address: thiefOn('STELLAR'),
    } as const;
    const id = await t.createOrder({ order: { ...order, amount: 1_000_000_000n } });
    const plans = Array.from({ length: 5 }, (_, i) => ({
      family: 'STELLAR' as const,
      sequence: BigInt(i + 1),
      fee: 100n,
      maxTime: Math.floor(past() / 1000) + i,
      createAccount: false,
    }));
    expect((await milk(id, plans, 'STELLAR')).size).toBe(1);
  });

  it('is signed again once the signer’s own node proves that the first transaction can never be accepted', async () => {
    await resetSigner();
    const id = await t.createOrder({ order: usdt(1_000n) });
    const first = await signTron(id);
    expect(await refusalOf(signTron(id, first.txid))).toBe('ALREADY_SIGNED');
    node.solidTime = Date.now();
    // It is in a block: paid, or not final.
    node.included.set(first.txid, { ok: true, height: SOLID });
    expect(await refusalOf(signTron(id, first.txid))).toBe('ALREADY_SIGNED');
    node.included.set(first.txid, { ok: false, height: SOLID + 1 });
    expect(await refusalOf(signTron(id, first.txid))).toBe('ALREADY_SIGNED');
    node.included.set(first.txid, { ok: false, height: SOLID });
    const second = await signTron(id, first.txid);
    expect(second.txid).not.toBe(first.txid);
    const third = await signTron(id, second.txid);
    expect(third.txid).not.toBe(second.txid);
    // Whatever their outcome, all three count.
    expect((await t.signer.status()).room.TETHER).toBe((800_000n - 3_000n) * USDT);
    // For an order in state SENT only a conflicting transaction counts.
    await sql`update outgoing set state = 'SENT', transaction_id = ${newId()} where id = ${id}`.execute(t.db);
    expect(await refusalOf(signTron(id, third.txid))).toBe('ALREADY_SIGNED');
  });
});

describe('forged orders', () => {
  it('are signed within the caps only, even if every node denies the earlier transactions', async () => {
    await resetSigner();
    node.solidTime = Date.now();
    const id = await t.createOrder({ order: usdt(350_000n) });
    expect((await milk(id, Array.from({ length: 10 }, tronPlan), 'TRON')).size).toBe(2);
    expect((await t.signer.status()).latch).toMatchObject({ reason: 'HOUR', about: 'TETHER' });
  });

  it('trip the latch, which blocks all signing permanently, also across kill -9', async () => {
    await resetSigner();
    expect(await refusalOf(signTron(await t.createOrder({ order: usdt(750_000n) })))).toBeNull();
    expect(await refusalOf(signTron(await t.createOrder({ order: usdt(60_000n) })))).toBe('OVER_CAP');
    const small = await t.createOrder({ order: usdt(1n) });
    const ether = await t.createOrder();
    const signEther = () =>
      t.signer.sign({
        chain: 'ETHEREUM',
        orders: [ether],
        plan: {
          family: 'EVM',
          chainId: 1,
          nonce: 0,
          gasLimit: 21_000n,
          maxFeePerGas: 20n * 10n ** 9n,
          maxPriorityFeePerGas: 10n ** 9n,
        },
      });
    expect(await refusalOf(signTron(small))).toBe('LATCHED');
    expect(await refusalOf(signEther())).toBe('LATCHED');
    await t.end('SIGKILL');
    await t.start();
    expect(await refusalOf(signTron(small))).toBe('LATCHED');
    // With the socket, but without the passphrase.
    const { acts, latch } = (await callSigner(t, 'operator-view', null)) as {
      acts: number;
      latch: { id: string };
    };
    for (const mac of ['', '0', '0'.repeat(64)]) {
      const requestText = toWire({ acts, release: latch.id });
      const signerRefusal = refusalOf(callSigner(t, 'operate', { asked: requestText, mac }));
      await (mac === ''
        ? expect(signerRefusal).rejects.toThrow('400')
        : expect(signerRefusal).resolves.toBe('NOT_APPROVED'));
    }
    expect(() => t.command('release', undefined, { SIGNER_PASSPHRASE: 'wrong passphrase' })).toThrow(
      'does not open',
    );
    expect(await refusalOf(signTron(small))).toBe('LATCHED');
    expect(t.command('release')).toContain('HOUR TETHER');
    expect(await refusalOf(signTron(small))).toBeNull();
    expect(await refusalOf(signEther())).toBeNull();
    expect(t.command('release')).toContain('not latched');
  });

  it('are refused without tripping the latch if a single one is above the cap', async () => {
    await resetSigner();
    const { caps } = (await callSigner(t, 'operator-view', null)) as OperatorView;
    const amount = (caps.coins.TETHER?.hour ?? 0n) / USDT + 1n;
    expect(await refusalOf(signTron(await t.createOrder({ order: usdt(amount) })))).toBe('OVER_CAP');
    expect((await t.signer.status()).latch).toBeNull();
    expect(await refusalOf(signTron(await t.createOrder({ order: usdt(1n) })))).toBeNull();
  });

  it('are counted although the journal was deleted or replaced by an older copy', async () => {
    await resetSigner();
    const dir = join(t.dataDir, 'signer');
    await t.end('SIGKILL');
    for (const file of ['journal.jsonl', 'journal.head']) rmSync(join(dir, file));
    await t.start();
    const id = await t.createOrder({ order: usdt(1n) });
    expect(await refusalOf(signTron(id))).toBe('LATCHED');
    t.command('release');
    // The older copy is complete and in order, but the database knows bytes that it lacks.
    await sql`insert into chain_transactions (id, payment_id, chain, txid, raw, state, created_at)
      values (${newId()}, ${newId()}, 'TRON', 'signed meanwhile', '', 'DONE', now())`.execute(t.db);
    await t.end('SIGTERM');
    await t.start();
    expect(await refusalOf(signTron(id))).toBe('LATCHED');
    expect((await t.signer.status()).latch).toMatchObject({ reason: 'JOURNAL', about: 'UNKNOWN_BYTES' });
    await sql`delete from chain_transactions`.execute(t.db);
  });
});

describe('the caps', () => {
  it('can be changed only with the passphrase, survive a restart, and no command works twice', async () => {
    const file = join(t.dataDir, 'caps.json');
    writeFileSync(file, '{"coins":{"DASH":{"hour":"12.5","day":"25"}},"ceilings":{"DASH":"40"}}');
    const printedCaps = JSON.parse(t.command('caps', file)) as { coins: Record<string, unknown> };
    expect(printedCaps).toMatchObject({
      coins: { DASH: { hour: '12.500', day: '25.000' } },
      ceilings: { DASH: '40.00' },
    });
    await t.end('SIGKILL');
    await t.start();
    expect(JSON.parse(t.command('caps'))).toEqual(printedCaps);
    await expect(
      t.sendOperatorCommand({ caps: { coins: { GOLD: { hour: '1', day: '1' } } } }),
    ).rejects.toThrow();
    const raised = await t.sendOperatorCommand({ caps: { coins: { DASH: { hour: '100', day: '100' } } } });
    await t.sendOperatorCommand({ caps: { coins: { DASH: { hour: '1', day: '1' } } } });
    expect(await refusalOf(callSigner(t, 'operate', raised))).toBe('NOT_APPROVED');
    expect((await t.signer.status()).room.DASH).toBe(100_000_000n);
  });

  it('apply to all coins together, at the ceilings', () => {
    const caps = applyCapChanges(
      createDefaultCaps(false),
      '{"total":{"hour":"15000","day":"30000"},"ceilings":{"ETHEREUM":"10000"}}',
    );
    const exposure = new Exposure();
    const now = Date.now();
    const out = [{ asset: 'TETHER' as const, amount: 10_000n * USDT }];
    exposure.addEntry({ chain: 'TRON', sender: null, inputs: [], sequence: null, at: now, out });
    expect(computeRoom(caps, exposure, now)).toMatchObject({ ETHEREUM: ETHER / 2n, TETHER: 5_000n * USDT });
    const ether = (amount: bigint, at = now) =>
      findExceededCap(caps, exposure, [{ asset: 'ETHEREUM', amount }], at);
    expect(ether(ETHER / 2n)).toBeNull();
    expect(ether(ETHER / 2n + 1n)).toEqual({ of: 'HOUR', asset: null });
    expect(ether(ETHER, now + HOUR_MS)).toBeNull();
    exposure.addEntry({ chain: 'TRON', sender: null, inputs: [], sequence: null, at: now + HOUR_MS, out });
    expect(ether(ETHER + 1n, now + 2 * HOUR_MS)).toEqual({ of: 'DAY', asset: null });
    // A coin without a ceiling isn't signed.
    const { DASH: _none, ...ceilings } = caps.ceilings;
    const parts = [{ asset: 'DASH' as const, amount: 1n }];
    expect(findExceededCap({ ...caps, ceilings }, exposure, parts, now)).toEqual({ of: 'HOUR', asset: null });
  });

  it('allow in production one maximum withdrawal per coin and hour, and a million USDT in total', () => {
    const caps = createDefaultCaps(false);
    const exposure = new Exposure();
    const now = Date.now();
    expect(computeRoom(caps, exposure, now)).toMatchObject({
      TETHER: 200_000n * USDT,
      BITCOIN: 500_000_000n,
    });
    expect(caps.total).toEqual({ hour: 1_000_000n * USDT, day: 2_000_000n * USDT });
    // Each coin at its cap, hour after hour, for a day.
    for (let hour = 0; hour < 24; hour += 1)
      for (const [asset, { hour: amount }] of Object.entries(caps.coins)) {
        const out = [{ asset: asset as Asset, amount }];
        const at = now + hour * HOUR_MS;
        if (findExceededCap(caps, exposure, out, at) === null)
          exposure.addEntry({ chain: 'TRON', sender: null, inputs: [], sequence: null, at, out });
      }
    const last = now + 23 * HOUR_MS;
    let total = 0n;
    for (const [asset, amount] of exposure.sumSince(last - DAY_MS, last)) {
      expect(amount).toBeLessThanOrEqual(caps.coins[asset]?.day ?? 0n);
      total += (amount * (caps.ceilings[asset] ?? 0n)) / 10n ** BigInt(scaleOf(asset));
    }
    expect(total).toBeLessThanOrEqual(caps.total.day);
    expect(total).toBeGreaterThan(caps.total.hour);
  });

  it('are parsed completely or rejected', () => {
    const caps = createDefaultCaps(false);
    expect(applyCapChanges(caps, '{}')).toEqual(caps);
    for (const wrong of [
      '[]',
      '{"coin":{}}',
      '{"coins":{"TETHER":"1"}}',
      '{"coins":{"TETHER":{"hour":"1"}}}',
      '{"coins":{"TETHER":{"hour":"-1","day":"1"}}}',
      '{"coins":{"TETHER":{"hour":1,"day":"1"}}}',
      '{"total":{"hour":"1","day":"1","week":"1"}}',
      '{"ceilings":{"BITCOIN":"much"}}',
      '{"ceilings":{"BITCOIN":"0.00000001"}}',
    ])
      expect(() => applyCapChanges(caps, wrong)).toThrow('caps');
  });
});
