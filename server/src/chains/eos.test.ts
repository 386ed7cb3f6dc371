import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEos, recoverEosSigner, signEosDigest } from './eos.ts';
import { type EosTransfer, packData, packTransfer, parseTransferData, unpackTransfer } from './eos-pack.ts';
import type { ChainPayment, TransactionPlan } from './types.ts';

// Mnemonic and key of Trezor's and KeepKey's tests.
const seed = mnemonicToSeedSync(
  'alcohol woman abuse must during monitor noble actual mixed trade anger aisle',
);
const KEY = 'EOS4u6Sfnzj4Sh2pEQnkXyZQJqH3PkKjGByDCbsqqmyq6PttM9KyB';
const TEST_CHAIN = 'cf057bbfb72640471fd910bcb67639c22df9f92470936cddc1ade0e2f2e7dc4f';
const codec = createEos('regtest');
const hot = { branch: 'hot' } as const;
const key = codec.keyOf(seed, hot);

// trezor-firmware, test_msg_eos_signtx.py, "transfer": key, transaction and signature.
const PAYMENT: ChainPayment = {
  to: 'maximaximaxi',
  tag: 'testtest',
  asset: 'EOS',
  tokenType: 'EOS',
  amount: 10_000n,
};
const PLAN = {
  family: 'EOS',
  refBlockNum: 6439,
  refBlockPrefix: 2_995_713_264,
  expiration: Date.UTC(2018, 6, 14, 10, 43, 28) / 1000,
  chainId: TEST_CHAIN,
} as const satisfies TransactionPlan;
const SIGNATURE =
  'SIG_K1_JveDuew7oyKjgLmApra3NmKArx3QH6HVmatgkLYeUYWv7aGaoQPFyjBwAdcxuo2Skq9wRgsizos92h9iq9i5JbeHh7zNuo';

const sign = (payment: Partial<ChainPayment> = {}, plan: Partial<TransactionPlan & { family: 'EOS' }> = {}) =>
  codec.sign(
    { from: hot, sender: 'miniminimini', payments: [{ ...PAYMENT, ...payment }] },
    { ...PLAN, ...plan } as TransactionPlan,
    () => key.privateKey,
  );
const withPacked = (packed: string): string => {
  const digest = sha256(hexToBytes(`${TEST_CHAIN}${packed}${'00'.repeat(32)}`));
  return JSON.stringify({
    signatures: [signEosDigest(digest, key.privateKey)],
    compression: 'none',
    packed_context_free_data: '',
    packed_trx: packed,
  });
};

describe('keys', () => {
  test('EOS derives the public key of the mnemonic', () => {
    expect(key.address).toBe(KEY);
    expect(codec.addressOf(codec.accountPublicKey(seed) as string, hot)).toBe(KEY);
  });

  test('EOS has one account and no deposit addresses', () => {
    const deposit = { branch: 'deposit', index: 0 } as const;
    expect(() => codec.keyOf(seed, deposit)).toThrow('one account');
    expect(() => codec.addressOf(codec.accountPublicKey(seed) as string, deposit)).toThrow('one account');
  });
});

describe('known test vectors', () => {
  test('a transfer signed by another implementation has the same bytes', () => {
    const signed = sign();
    const theirs = JSON.stringify({ ...(JSON.parse(signed.raw) as object), signatures: [SIGNATURE] });
    expect(recoverEosSigner(theirs, 'regtest')).toBe(KEY);
    expect(codec.decode(theirs)).toEqual(codec.decode(signed.raw));
  });

  test('a signature that is canonical at the first attempt equals that of other implementations', () => {
    // trustwallet/wallet-core, EOS TransactionTests.cpp: digest of its second transaction, fourth key.
    const digest = hexToBytes('14fc3299ee3e1113096bf1869dfa14c04a7ffdedd8ebdabf530683e4cfcd726c');
    expect(signEosDigest(digest, sha256(utf8ToBytes('AAAA')))).toBe(
      'SIG_K1_K8LNseWYiePTM646LZduWevssozJ9t3gaNe2ipZfXbbSFsx36dJFXnk5UBasT2G3cX1Niu7LSUVFspkDYSSPxMFGbWcAvk',
    );
  });

  test('encodes the data of a transfer', () => {
    // trustwallet/wallet-core, EOS TransactionTests.cpp: first action.
    const data = hexToBytes(
      '0000000000ea30550000000080a920cd121203000000000004544b4e00000000116d79206669727374207472616e73666572',
    );
    const transfer = {
      from: 'eosio',
      to: 'token',
      amount: 201_234n,
      precision: 4,
      symbol: 'TKN',
      memo: 'my first transfer',
    };
    expect(parseTransferData(data)).toEqual(transfer);
    expect(bytesToHex(packData(transfer))).toBe(bytesToHex(data));
    expect(parseTransferData(data.subarray(0, -1))).toBeNull();
    expect(parseTransferData(new Uint8Array([...data, 0]))).toBeNull();
    expect(parseTransferData(new Uint8Array())).toBeNull();
  });

  test('encodes a name of thirteen letters', () => {
    const data = packData({
      from: 'zzzzzzzzzzzzj',
      to: 'a.b',
      amount: 1n,
      precision: 4,
      symbol: 'EOS',
      memo: '',
    });
    expect(bytesToHex(data.subarray(0, 8))).toBe('ffffffffffffffff');
    expect(parseTransferData(data)).toMatchObject({ from: 'zzzzzzzzzzzzj', to: 'a.b' });
  });
});

describe('signing', () => {
  test('decodes to the ordered payment, and is deterministic', () => {
    const signed = sign();
    expect(sign()).toEqual(signed);
    expect(codec.decode(signed.raw)).toEqual({
      txid: signed.txid,
      from: 'miniminimini',
      payments: [PAYMENT],
      inputs: [],
      sequence: null,
      maxFee: 0n,
      expires: PLAN.expiration,
    });
    const { packed_trx: packed } = JSON.parse(signed.raw) as { packed_trx: string };
    expect(signed.txid).toBe(bytesToHex(sha256(hexToBytes(packed))));
  });

  test('encodes every amount and memo, with a canonical signature by our key', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10_000_000_000_000n }),
        fc
          .string({ minLength: 1, maxLength: 64, unit: 'grapheme-ascii' })
          .filter((tag) => tag.trim() === tag),
        fc.integer({ min: 0, max: 0xffff_ffff }),
        (amount, tag, refBlockPrefix) => {
          const { raw } = sign({ amount, tag }, { refBlockPrefix });
          expect(codec.decode(raw).payments).toEqual([{ ...PAYMENT, amount, tag }]);
          expect(recoverEosSigner(raw, 'regtest')).toBe(KEY);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('accepts a missing memo, and one longer than a one-byte length', () => {
    expect(codec.decode(sign({ tag: null }).raw).payments[0]?.tag).toBeNull();
    const transfer: EosTransfer = {
      ...PLAN,
      from: 'miniminimini',
      to: 'maximaximaxi',
      amount: 1n,
      memo: 'x'.repeat(250),
    };
    expect(unpackTransfer(packTransfer(transfer))).toMatchObject({ memo: transfer.memo });
  });

  test.each<[string, Partial<ChainPayment>]>([
    ['capital letters', { to: 'Alice' }],
    ['a digit that names have not', { to: 'alice16' }],
    ['a thirteenth letter beyond j', { to: '12345satoshis' }],
    ['the token itself', { to: 'eosio.token' }],
    ['itself', { to: 'miniminimini' }],
    ['no amount', { amount: 0n }],
    ['more than 64 bits', { amount: 2n ** 63n }],
    ['a memo with a line', { tag: 'a\nb' }],
    ['another coin', { asset: 'RIPPLE', tokenType: 'RIPPLE' }],
  ])('refuses %s', (_, payment) => {
    expect(() => sign(payment)).toThrow();
  });

  test('refuses another chain, another family and another key path', () => {
    expect(() => sign({}, { chainId: '00'.repeat(32) })).toThrow('another chain');
    expect(() => sign({}, { family: 'XRPL' as 'EOS' })).toThrow('plan of XRPL');
    const order = {
      from: { branch: 'deposit', index: 0 } as const,
      sender: 'miniminimini',
      payments: [PAYMENT],
    };
    expect(() => codec.sign(order, PLAN, () => key.privateKey)).toThrow('one account');
  });
});

describe('decoding', () => {
  const { packed_trx: packed } = JSON.parse(sign().raw) as { packed_trx: string };

  test('with another chain id, the signer is a different key', () => {
    const { raw } = sign();
    let signer: string | null = null;
    try {
      signer = recoverEosSigner(raw, 'main');
    } catch {
      // Recovery may find no point at all.
    }
    expect(signer).not.toBe(KEY);
  });

  test.each<[string, string]>([
    ['another contract', packed.replace('00a6823403ea3055', '00a6823403ea3056')],
    ['another action', packed.replace('000000572d3ccdcd', '000000572d3ccdce')],
    ['another permission', packed.replace('00000000a8ed3232', '00000000a8ed3233')],
    ['another symbol', packed.replace('04454f53', '04454f54')],
    ['another precision', packed.replace('04454f53', '08454f53')],
    ['a delay', `${packed.slice(0, 24)}01${packed.slice(26)}`],
    ['a negative amount', packed.replace('1027000000000000', 'f0d8ffffffffffff')],
    ['bytes behind the end', `${packed}00`],
    ['two actions', `${packed.slice(0, 28)}02${packed.slice(30)}`],
    ['half of it', packed.slice(0, 80)],
  ])('refuses %s, even when signed by our key', (_, forged) => {
    expect(forged).not.toBe(packed);
    expect(() => codec.decode(withPacked(forged))).toThrow();
    expect(codec.decode(withPacked(packed)).payments).toEqual([PAYMENT]);
  });

  test('a changed transaction has another signer or none', () => {
    const wire = JSON.parse(sign().raw) as object;
    fc.assert(
      fc.property(fc.nat(packed.length / 2 - 1), fc.nat(7), (at, bit) => {
        const bytes = hexToBytes(packed);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        const raw = JSON.stringify({ ...wire, packed_trx: bytesToHex(bytes) });
        let signer: string | null = null;
        try {
          signer = recoverEosSigner(raw, 'regtest');
        } catch {
          // Recovery may find no point at all.
        }
        expect(signer).not.toBe(KEY);
      }),
      { numRuns: 100 },
    );
  });

  test.each<[string, Record<string, unknown>]>([
    ['compressed', { compression: 'zlib' }],
    ['context free data', { packed_context_free_data: '00' }],
    ['two signatures', { signatures: [SIGNATURE, SIGNATURE] }],
    ['no signature', { signatures: [] }],
    ['a signature with another checksum', { signatures: [`${SIGNATURE.slice(0, -1)}p`] }],
    ['a signature of the other curve', { signatures: [SIGNATURE.replace('K1', 'R1')] }],
    ['a field more', { delay: 1 }],
  ])('refuses %s', (_, change) => {
    expect(() =>
      codec.decode(JSON.stringify({ ...(JSON.parse(sign().raw) as object), ...change })),
    ).toThrow();
  });
});
