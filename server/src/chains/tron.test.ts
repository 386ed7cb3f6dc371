import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeMessage } from './protobuf.ts';
import { createTron, decodeTronAddress, encodeTronAddress } from './tron.ts';
import type { ChainPayment, TransactionPlan } from './types.ts';

const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const TO = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC';
const HOT = { branch: 'hot' } as const;
const tron = createTron();
const hot = tron.keyOf(seed, HOT);
const privateHex = Buffer.from(hot.privateKey).toString('hex');

const trx = (amount: bigint): ChainPayment => ({
  to: TO,
  tag: null,
  asset: 'TRON',
  tokenType: 'TRON',
  amount,
});
const tether = (amount: bigint): ChainPayment => ({ ...trx(amount), asset: 'TETHER', tokenType: 'TRC20' });
const plan: TransactionPlan & { family: 'TRON' } = {
  family: 'TRON',
  refBlockBytes: '0add',
  refBlockHash: '6c2763abadf9ed29',
  timestamp: 1_790_000_000_000,
  expiration: 1_790_000_060_000,
  feeLimit: 0n,
};
const sign = (payment: ChainPayment, changed: Partial<typeof plan> = {}) =>
  tron.sign(
    { from: HOT, sender: hot.address, payments: [payment] },
    { ...plan, ...changed },
    () => hot.privateKey,
  );

const DRY = { address: hot.address, privateKey: privateHex };
/** Signs the same transfer with tronweb, without a node. */
async function byTronWeb(payment: ChainPayment, feeLimit: bigint) {
  const web = new TronWeb({ fullHost: 'http://127.0.0.1:1', privateKey: DRY.privateKey });
  const blockHeader = {
    ref_block_bytes: plan.refBlockBytes,
    ref_block_hash: plan.refBlockHash,
    expiration: plan.expiration,
    timestamp: plan.timestamp,
  };
  const amount = Number.parseInt(String(payment.amount), 10);
  if (payment.asset === 'TRON') {
    const transaction = await web.transactionBuilder.sendTrx(payment.to, amount, DRY.address, {
      blockHeader,
    });
    return web.trx.sign(transaction);
  }
  const { transaction } = await web.transactionBuilder.triggerSmartContract(
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'transfer(address,uint256)',
    { blockHeader, txLocal: true, feeLimit: Number.parseInt(String(feeLimit), 10) },
    [
      { type: 'address', value: payment.to },
      { type: 'uint256', value: amount },
    ],
    DRY.address,
  );
  return web.trx.sign(transaction);
}

describe('TRON keys', () => {
  it('are those that wallets derive from the BIP39 mnemonic', () => {
    expect(tron.accountPath).toBe("m/44'/195'/0'");
    expect(tron.keyOf(seed, { branch: 'deposit', index: 0 }).address).toBe(
      TronWeb.fromMnemonic(`${'abandon '.repeat(11)}about`).address,
    );
    expect(tron.keyOf(seed, { branch: 'deposit', index: 0 }).address).toBe(
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
    );
    expect(hot.address).toBe(TronWeb.address.fromPrivateKey(privateHex));
  });

  it('yield the same addresses when derived from the extended public key', () => {
    const account = tron.accountPublicKey(seed) ?? '';
    for (const index of [0, 5, 4_000])
      expect(tron.addressOf(account, { branch: 'deposit', index })).toBe(
        tron.keyOf(seed, { branch: 'deposit', index }).address,
      );
  });

  it('convert from and to 21 bytes, and require their checksum', () => {
    expect(encodeTronAddress(decodeTronAddress(TO).slice(1))).toBe(TO);
    expect(() => decodeTronAddress(TO.replace('y', 'z'))).toThrow();
    expect(() => decodeTronAddress('175tWpb8K1S7NmH4Zx6rewF9WQrcZv245W')).toThrow();
  });
});

describe('signing TRON transactions', () => {
  it('yields the same bytes as tronweb for the same transfer', async () => {
    for (const [payment, feeLimit] of [
      [trx(1_234_567n), 0n],
      [tether(25_000_000n), 30_000_000n],
    ] as const) {
      const theirs = await byTronWeb(payment, feeLimit);
      const ours = sign(payment, { feeLimit });
      expect(ours.txid).toBe(theirs.txID);
      const [signature] = theirs.signature;
      expect(ours.raw).toContain(theirs.raw_data_hex);
      expect(ours.raw.slice(-130)).toBe(signature?.replace(/^0x/, '').toLowerCase());
    }
  });

  it('round-trips coin and token transfers of any amount', () => {
    const amounts = fc.bigInt({ min: 1n, max: (1n << 63n) - 1n });
    fc.assert(
      fc.property(amounts, fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 9n }), (amount, token, limit) => {
        const payment = token ? tether(amount) : trx(amount);
        const feeLimit = token ? limit : 0n;
        const { raw, txid } = sign(payment, { feeLimit });
        expect(sign(payment, { feeLimit })).toEqual({ raw, txid });
        const decoded = tron.decode(raw);
        expect(decoded).toMatchObject({
          txid,
          from: hot.address,
          payments: [payment],
          expires: 1_790_000_060,
        });
        expect(decoded.maxFee).toBeGreaterThan(feeLimit);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses anything but a transfer of ours', () => {
    const wrong: [ChainPayment, Partial<typeof plan>?][] = [
      [trx(0n)],
      [trx(1n << 63n)],
      [{ ...trx(1n), to: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F' }],
      [{ ...trx(1n), to: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' }],
      [{ ...trx(1n), tag: '7' }],
      [{ ...tether(1n), tokenType: 'ERC20' }],
      [trx(1n), { refBlockBytes: '' }],
      [trx(1n), { expiration: plan.timestamp }],
    ];
    for (const [payment, changed] of wrong) expect(() => sign(payment, changed)).toThrow();
    const other = tron.keyOf(seed, { branch: 'deposit', index: 0 });
    const order = { from: HOT, sender: hot.address, payments: [trx(1n)] };
    expect(() => tron.sign(order, plan, () => other.privateKey)).toThrow('sender');
  });
});

describe('decoding TRON transactions', () => {
  it('refuses bytes with any change', () => {
    const { raw } = sign(tether(5_000_000n), { feeLimit: 30_000_000n });
    for (let i = 0; i < raw.length; i += 1) {
      const changed = `${raw.slice(0, i)}${raw[i] === '0' ? '1' : '0'}${raw.slice(i + 1)}`;
      expect(() => tron.decode(changed)).toThrow();
    }
    expect(() => tron.decode(`${raw}00`)).toThrow();
    expect(() => tron.decode(raw.slice(0, -2))).toThrow();
  });

  it('refuses other contracts, approvals and extra fields', () => {
    const own = createTron({ contracts: { TRC20: TO } });
    const { raw } = own.sign(
      { from: HOT, sender: hot.address, payments: [{ ...tether(1n), to: hot.address }] },
      { ...plan, feeLimit: 1n },
      () => hot.privateKey,
    );
    expect(own.decode(raw).payments[0]?.amount).toBe(1n);
    expect(() => tron.decode(raw)).toThrow('not a transfer');
    const approval = sign(tether(1n), { feeLimit: 1n }).raw.replace('a9059cbb', '095ea7b3');
    expect(() => tron.decode(approval)).toThrow('not a transfer');
    // ret (5) is written by nodes, never by a sender.
    expect(() => tron.decode(`${raw}2a021801`)).toThrow('unknown field');
  });
});

describe('protobuf messages', () => {
  it('round-trip, and are refused in any other encoding', () => {
    const bytes = encodeMessage([
      [1, 300n],
      [2, new Uint8Array(200).fill(7)],
      [3, 0n],
      [31, (1n << 63n) - 1n],
    ]);
    expect([...decodeMessage(bytes).keys()]).toEqual([1, 2, 31]);
    expect(decodeMessage(bytes).get(31)).toBe((1n << 63n) - 1n);
    const wrong = [
      [0x08, 0x80, 0x00], // padded varint
      [0x08, 0x01, 0x08, 0x01], // twice
      [0x10, 0x01, 0x08, 0x01], // out of order
      [0x0a, 0x05, 0x01], // cut short
      [0x0d, 0, 0, 0, 0], // fixed 32
      [0x08],
      [0x08, 0x00], // an explicit default, which must be omitted
    ];
    for (const one of wrong) expect(() => decodeMessage(Uint8Array.from(one))).toThrow();
  });
});
