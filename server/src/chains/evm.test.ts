import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { recoverTransactionAddress, serializeTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount, signTransaction } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { createEvm } from './evm.ts';
import type { ChainPayment, TransactionPlan } from './types.ts';

const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const TO = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';
const HOT = { branch: 'hot' } as const;
const ethereum = createEvm('ETHEREUM', 'main');
const classic = createEvm('CLASSIC_ETHEREUM', 'main');
const hot = ethereum.keyOf(seed, HOT);

const ether = (amount: bigint, to = TO): ChainPayment => ({
  to,
  tag: null,
  asset: 'ETHEREUM',
  tokenType: 'ETHEREUM',
  amount,
});
const tether = (amount: bigint): ChainPayment => ({ ...ether(amount), asset: 'TETHER', tokenType: 'ERC20' });
const plan: TransactionPlan & { family: 'EVM' } = {
  family: 'EVM',
  chainId: 1,
  nonce: 7,
  gasLimit: 60_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
};
const sign = (payment: ChainPayment, changed: Partial<typeof plan> = {}, codec = ethereum) => {
  const key = codec.keyOf(seed, HOT);
  return codec.sign(
    { from: HOT, sender: key.address, payments: [payment] },
    { ...plan, ...changed },
    () => key.privateKey,
  );
};

describe('EVM keys', () => {
  it('are those that wallets derive from the BIP39 mnemonic', () => {
    expect(ethereum.keyOf(seed, { branch: 'deposit', index: 0 }).address).toBe(
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    );
    expect(ethereum.keyOf(seed, { branch: 'deposit', index: 1 }).address).toBe(
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    );
    expect(classic.keyOf(seed, { branch: 'deposit', index: 0 }).address).toBe(
      '0xFA22515E43658ce56A7682B801e9B5456f511420',
    );
    expect(createEvm('CELO', 'main').accountPath).toBe("m/44'/60'/0'");
  });

  it('yield the same addresses when derived from the extended public key', () => {
    const account = ethereum.accountPublicKey(seed) ?? '';
    expect(account).toMatch(/^xpub/);
    for (const index of [0, 1, 77, 2 ** 31 - 1])
      expect(ethereum.addressOf(account, { branch: 'deposit', index })).toBe(
        ethereum.keyOf(seed, { branch: 'deposit', index }).address,
      );
    expect(ethereum.addressOf(account, HOT)).toBe(hot.address);
  });

  it('are refused beyond the indexes that a public key can derive', () => {
    const account = ethereum.accountPublicKey(seed) ?? '';
    for (const index of [-1, 0.5, 2 ** 31])
      expect(() => ethereum.addressOf(account, { branch: 'deposit', index })).toThrow();
  });
});

describe('signing EVM transactions', () => {
  it('yields the same bytes as another implementation', async () => {
    const account = privateKeyToAccount(`0x${Buffer.from(hot.privateKey).toString('hex')}`);
    const { raw } = sign(ether(12_345n));
    expect(raw).toBe(
      await account.signTransaction({
        type: 'eip1559',
        chainId: 1,
        nonce: 7,
        gas: 60_000n,
        maxFeePerGas: 30_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
        to: TO,
        value: 12_345n,
      }),
    );
  });

  it('round-trips coin and token transfers of any amount', async () => {
    const amounts = fc.bigInt({ min: 1n, max: (1n << 256n) - 1n });
    const nonces = fc.integer({ min: 0, max: 1_000_000 });
    await fc.assert(
      fc.asyncProperty(amounts, nonces, fc.boolean(), async (amount, nonce, token) => {
        const payment = token ? tether(amount) : ether(amount);
        const { raw, txid } = sign(payment, { nonce });
        expect(sign(payment, { nonce }).raw).toBe(raw);
        expect(ethereum.decode(raw)).toEqual({
          txid,
          from: hot.address,
          payments: [payment],
          inputs: [],
          sequence: BigInt(nonce),
          maxFee: 60_000n * 30_000_000_000n,
          expires: null,
        });
        expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(
          hot.address,
        );
      }),
      { numRuns: 60 },
    );
  });

  it('writes legacy transactions bound to their chain on CLASSIC_ETHEREUM', async () => {
    const payment = { ...ether(5n), asset: 'CLASSIC_ETHEREUM', tokenType: 'CLASSIC_ETHEREUM' } as const;
    const changed = { chainId: 61, maxPriorityFeePerGas: null };
    const { raw } = sign(payment, changed, classic);
    const key = classic.keyOf(seed, HOT);
    const account = privateKeyToAccount(`0x${Buffer.from(key.privateKey).toString('hex')}`);
    expect(raw).toBe(
      await account.signTransaction({
        type: 'legacy',
        chainId: 61,
        nonce: 7,
        gas: 60_000n,
        gasPrice: 30_000_000_000n,
        to: TO,
        value: 5n,
      }),
    );
    expect(classic.decode(raw)).toMatchObject({ from: key.address, payments: [payment], sequence: 7n });
    expect(() => sign(payment, { chainId: 61 }, classic)).toThrow('kind of transaction');
  });

  it('refuses anything but a transfer of ours', () => {
    const wrong: [ChainPayment, Partial<typeof plan>?][] = [
      [ether(0n)],
      [ether(-1n)],
      [ether(1n, TO.replace('9d8A', '9d8a'))],
      [ether(1n, '0x0000000000000000000000000000000000000000')],
      [ether(1n, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')],
      [{ ...ether(1n), tag: '1' }],
      [{ ...ether(1n), tokenType: 'MATIC' }],
      [{ ...tether(1n), tokenType: 'TRC20' }],
      [ether(1n), { chainId: 56 }],
      [ether(1n), { maxPriorityFeePerGas: null }],
      [ether(1n), { nonce: -1 }],
    ];
    for (const [payment, changed] of wrong) expect(() => sign(payment, changed)).toThrow();
    expect(() => sign(tether(1n), { chainId: 56 }, createEvm('BINANCE_COIN_BSC', 'main'))).toThrow();
  });

  it('refuses a key that isn’t the sender’s, and more than one payment', () => {
    const other = ethereum.keyOf(seed, { branch: 'deposit', index: 3 });
    const order = { from: HOT, sender: hot.address, payments: [ether(1n)] };
    expect(() => ethereum.sign(order, plan, () => other.privateKey)).toThrow('sender');
    expect(() =>
      ethereum.sign({ ...order, payments: [ether(1n), ether(2n)] }, plan, () => hot.privateKey),
    ).toThrow('one payment');
  });
});

describe('decoding EVM transactions', () => {
  it('refuses changed bytes, or recovers another signer', () => {
    const { raw } = sign(tether(5_000_000n));
    for (let i = 2; i < raw.length; i += 1) {
      const changed = `${raw.slice(0, i)}${raw[i] === '0' ? '1' : '0'}${raw.slice(i + 1)}`;
      let from: string | null;
      try {
        from = ethereum.decode(changed).from;
      } catch {
        continue;
      }
      expect(from).not.toBe(hot.address);
    }
    expect(() => ethereum.decode(`${raw}00`)).toThrow();
    expect(() => ethereum.decode(raw.slice(0, -2))).toThrow();
    expect(() => ethereum.decode(raw.toUpperCase())).toThrow();
  });

  it('refuses approvals, calls of other contracts, contract creations, other chains and unsigned transactions', async () => {
    const privateKey = generatePrivateKey();
    const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    const words = `${TO.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}` as const;
    const base = { type: 'eip1559', chainId: 1, gas: 90_000n, maxFeePerGas: 5n, to: usdt } as const;
    const wrong = [
      { ...base, data: `0x095ea7b3${words}` },
      { ...base, data: `0x23b872dd${words}${words}` },
      { ...base, data: `0xa9059cbb${words}00` },
      { ...base, data: `0xa9059cbb${words}`, value: 1n },
      { ...base, data: `0xa9059cbb${words}`, to: TO },
      { ...base, data: `0xa9059cbb${words}`, to: undefined },
      { ...base, data: `0xa9059cbb${words}`, chainId: 137 },
      { ...base, data: `0xa9059cbb${words}`, accessList: [{ address: TO, storageKeys: [] }] },
      { ...base, value: 1n },
    ] as const;
    for (const transaction of wrong) {
      const raw = await signTransaction({ privateKey, transaction });
      expect(() => ethereum.decode(raw)).toThrow();
    }
    const fine = { ...base, data: `0xa9059cbb${words}` } as const;
    expect(
      ethereum.decode(await signTransaction({ privateKey, transaction: fine })).payments[0]?.amount,
    ).toBe(1n);
    expect(() => ethereum.decode(serializeTransaction(fine))).toThrow('not signed');
  });

  it('uses the configured contract instead of the main net’s', () => {
    const own = createEvm('ETHEREUM', 'regtest', { contracts: { ERC20: TO.toLowerCase() } });
    const payment = { ...tether(9n), to: hot.address };
    const { raw } = sign(payment, { chainId: 31337 }, own);
    expect(own.decode(raw).payments).toEqual([payment]);
    expect(() => ethereum.decode(raw)).toThrow();
  });
});
