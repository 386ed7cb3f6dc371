import { hexToBytes } from '@noble/hashes/utils.js';
import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { decode as decodeFields, encode, encodeForSigning } from 'ripple-binary-codec';
import { deriveKeypair, sign as signHex } from 'ripple-keypairs';
import { describe, expect, test } from 'vitest';
import type { ChainPayment, TransactionPlan } from './types.ts';
import { createXrpl } from './xrpl.ts';

const seed = mnemonicToSeedSync(
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
);
const codec = createXrpl('main');
const hot = { branch: 'hot' } as const;
const key = codec.keyOf(seed, hot);
const TO = 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ';
const PAYMENT: ChainPayment = { to: TO, tag: '7', asset: 'RIPPLE', tokenType: 'RIPPLE', amount: 1_000_000n };
const PLAN: TransactionPlan = { family: 'XRPL', sequence: 42, fee: 12n, lastLedgerSequence: 90_000_020 };

const sign = (
  payment: Partial<ChainPayment> = {},
  plan: Partial<TransactionPlan & { family: 'XRPL' }> = {},
) =>
  codec.sign(
    { from: hot, sender: key.address, payments: [{ ...PAYMENT, ...payment }] },
    { ...PLAN, ...plan } as TransactionPlan,
    () => key.privateKey,
  );

/** Signs any fields with our key, like an attacker who wants the codec to accept more than a payment. */
function forge(change: Record<string, unknown>): string {
  const { TxnSignature: _, ...fields } = decodeFields(sign().raw) as Record<string, unknown>;
  const unsigned = Object.fromEntries(Object.entries({ ...fields, ...change }).filter(([, v]) => v !== null));
  const privateKey = `00${Buffer.from(key.privateKey).toString('hex')}`;
  return encode({ ...unsigned, TxnSignature: signHex(encodeForSigning(unsigned), privateKey) });
}

describe('XRPL keys', () => {
  test('derives the address of the BIP39 test mnemonic', () => {
    expect(key.address).toBe('rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3');
    expect(codec.addressOf(codec.accountPublicKey(seed) as string, hot)).toBe(key.address);
  });

  test('XRPL has one account and no deposit addresses', () => {
    expect(() => codec.keyOf(seed, { branch: 'deposit', index: 0 })).toThrow('one account');
    expect(() =>
      codec.addressOf(codec.accountPublicKey(seed) as string, { branch: 'deposit', index: 0 }),
    ).toThrow('one account');
  });
});

describe('signing XRPL transactions', () => {
  test('decodes to the ordered payment, and is deterministic', () => {
    const signed = sign();
    expect(sign()).toEqual(signed);
    expect(codec.decode(signed.raw)).toEqual({
      txid: signed.txid,
      from: key.address,
      payments: [PAYMENT],
      inputs: [],
      sequence: 42n,
      maxFee: 12n,
      expires: 90_000_020,
    });
    expect(signed.txid).toMatch(/^[0-9A-F]{64}$/);
  });

  test('tag 0 is a tag, distinct from no tag', () => {
    expect(codec.decode(sign({ tag: '0' }).raw).payments[0]?.tag).toBe('0');
    expect(codec.decode(sign({ tag: null }).raw).payments[0]?.tag).toBeNull();
    expect(codec.decode(sign({ tag: '4294967295' }).raw).payments[0]?.tag).toBe('4294967295');
  });

  test('encodes every amount, tag and plan', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 100_000_000_000_000_000n }),
        fc.option(fc.integer({ min: 0, max: 0xffff_ffff })),
        fc.integer({ min: 1, max: 0xffff_ffff }),
        fc.bigInt({ min: 1n, max: 10_000n }),
        (amount, tag, sequence, fee) => {
          const payment = { amount, tag: tag === null ? null : String(tag) };
          const decoded = codec.decode(sign(payment, { sequence, fee }).raw);
          expect(decoded.payments).toEqual([{ ...PAYMENT, ...payment }]);
          expect(decoded).toMatchObject({ sequence: BigInt(sequence), maxFee: fee });
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each<[string, Partial<ChainPayment>]>([
    ['a Bitcoin address', { to: '1Ma2DrB78K7jmAwaomqZNRMCvgQrNjE2QC' }],
    ['an X-address, which hides a tag', { to: 'X76UnYEMbQfEs3mUqgtjp4zFy9exgThRj7XVZ6UxsdrBptF' }],
    ['a wrong checksum', { to: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YR' }],
    ['itself', { to: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3' }],
    ['no amount', { amount: 0n }],
    ['a negative amount', { amount: -1n }],
    ['a tag beyond 32 bits', { tag: '4294967296' }],
    ['a tag that is no number', { tag: 'seven' }],
    ['another coin', { asset: 'STELLAR', tokenType: 'STELLAR' }],
  ])('refuses %s', (_, payment) => {
    expect(() => sign(payment)).toThrow();
  });

  test('refuses two payments, another sender, and a plan of another family or without expiry', () => {
    const order = { from: hot, sender: key.address, payments: [PAYMENT, PAYMENT] };
    expect(() => codec.sign(order, PLAN, () => key.privateKey)).toThrow('one payment');
    const stranger = { from: hot, sender: TO, payments: [{ ...PAYMENT, to: key.address }] };
    expect(() => codec.sign(stranger, PLAN, () => key.privateKey)).toThrow('not the sender');
    expect(() => sign({}, { family: 'EOS' as 'XRPL' })).toThrow('plan of EOS');
    expect(() => sign({}, { lastLedgerSequence: 0 })).toThrow('last ledger');
    expect(() => sign({}, { fee: 0n })).toThrow('fee');
  });
});

describe('decoding XRPL transactions', () => {
  test('decodes a payment of the main network', () => {
    // trustwallet/wallet-core, XRP TWAnySignerTests.cpp, which is transaction 4B9D022E… of the ledger.
    const raw =
      '1200002200000000240482b3a6201b0482b4ad6140000000000f424068400000000000000a7321027efc5f15071d2ae5e73ee09a0c17456c5d9170a41d67e3297c554829199be80b74473045022100e1c746c3aeebc8278c627ee4c2ce5cae97e3856292c7fe5388f803920230a37b02207d2eccb76cd35dd379d6b24c2cabd786e62d34a564cf083e863176109c5b6bb48114aa000c09c692ef1f82787e51e22833149941ea2083149232ef60695add51f0f84534cc4084e4fdfc698e';
    expect(codec.decode(raw.toUpperCase())).toEqual({
      txid: '4B9D022E8C77D798B7D11C41FDFDCF468F03A5564151C520EECA1E96FF1A1610',
      from: 'rGV1v1xw23PHcRn4Km4tF8R2mfh6yTZkcP',
      payments: [{ ...PAYMENT, to: 'rNLpgsBTCwiaZAnHe2ZViAN1GcXZtYW6rg', tag: null, amount: 1_000_000n }],
      inputs: [],
      sequence: 75_674_534n,
      maxFee: 10n,
      expires: 75_674_797,
    });
  });

  test.each<[string, Record<string, unknown>]>([
    ['an issued currency', { Amount: { currency: 'USD', issuer: TO, value: '1' } }],
    ['a partial payment', { Flags: 0x8002_0000 }],
    ['a memo', { Memos: [{ Memo: { MemoData: 'AB' } }] }],
    ['a way through offers', { SendMax: '2000000' }],
    ['another type', { TransactionType: 'AccountDelete', Amount: null }],
    ['a source tag', { SourceTag: 1 }],
    ['a delegate', { Delegate: TO }],
  ])('refuses %s, even when signed by our key', (_, change) => {
    expect(() => codec.decode(forge(change))).toThrow('xrpl');
  });

  test('refuses a key that is not the sender’s', () => {
    const other = deriveKeypair('snoPBrXtMeMyMHUVTgbuqAfg1SUTb');
    expect(() => codec.decode(forge({ SigningPubKey: other.publicKey }))).toThrow('another account');
  });

  test('refuses any changed bit, and bytes after the end', () => {
    const { raw } = sign();
    const bytes = hexToBytes(raw);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const tampered = Uint8Array.from(bytes);
        tampered[at] = (tampered[at] ?? 0) ^ (1 << bit);
        expect(() => codec.decode(Buffer.from(tampered).toString('hex').toUpperCase())).toThrow();
      }),
      { numRuns: 150 },
    );
    expect(() => codec.decode(`${raw}00`)).toThrow();
    expect(() => codec.decode(raw.toLowerCase())).toThrow('canonical');
  });
});
