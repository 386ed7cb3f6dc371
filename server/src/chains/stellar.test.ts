import { mnemonicToSeedSync } from '@scure/bip39';
import {
  Account,
  Asset,
  BASE_FEE,
  Keypair,
  Memo,
  MuxedAccount,
  Networks,
  Operation,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { deriveEd25519Key } from './slip10.ts';
import { createStellar } from './stellar.ts';
import type { ChainPayment, TransactionPlan } from './types.ts';

// SEP-0005, test 1.
const seed = mnemonicToSeedSync('illness spike retreat truth genius clock brain pass fit cave bargain toe');
const codec = createStellar('main');
const hot = { branch: 'hot' } as const;
const key = codec.keyOf(seed, hot);
const pair = Keypair.fromRawEd25519Seed(Buffer.from(key.privateKey));
const TO = 'GAB6EDWGWSRZUYUYCWXAFQFBHE5ZEJPDXCIMVZC3LH2C7IU35FTI2NOQ';
const PAYMENT: ChainPayment = {
  to: TO,
  tag: '100001',
  asset: 'STELLAR',
  tokenType: 'STELLAR',
  amount: 12_345_678n,
};
const PLAN = {
  family: 'STELLAR',
  sequence: 46_117_592_840_339_457n,
  fee: 200n,
  maxTime: 1_800_000_000,
  createAccount: false,
} as const satisfies TransactionPlan;

const sign = (
  payment: Partial<ChainPayment> = {},
  plan: Partial<TransactionPlan & { family: 'STELLAR' }> = {},
) =>
  codec.sign(
    { from: hot, sender: key.address, payments: [{ ...PAYMENT, ...payment }] },
    { ...PLAN, ...plan } as TransactionPlan,
    () => key.privateKey,
  );

const pay = (change: Partial<Parameters<typeof Operation.payment>[0]> = {}) =>
  Operation.payment({ destination: TO, asset: Asset.native(), amount: '1', ...change });

/** Signs any operations with our own key. */
function forge(
  operations: xdr.Operation[],
  change: Partial<TransactionBuilder.TransactionBuilderOptions> = {},
  passphrase: string = Networks.PUBLIC,
  signers: readonly Keypair[] = [pair],
): string {
  const builder = new TransactionBuilder(new Account(key.address, '1'), {
    fee: BASE_FEE,
    networkPassphrase: passphrase,
    timebounds: { minTime: 0, maxTime: 1_800_000_000 },
    ...change,
  });
  for (const operation of operations) builder.addOperation(operation);
  const transaction = builder.build();
  transaction.sign(...signers);
  return transaction.toXDR();
}

describe('Stellar keys', () => {
  test('SLIP-0010, test vector 1 of ed25519', () => {
    const root = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');
    expect(Buffer.from(deriveEd25519Key(root, [])).toString('hex')).toBe(
      '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
    );
    expect(Buffer.from(deriveEd25519Key(root, [0, 1, 2, 2, 1_000_000_000])).toString('hex')).toBe(
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
    );
  });

  test('SEP-0005, test 1', () => {
    expect(key.address).toBe('GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6');
    expect(pair.secret()).toBe('SBGWSG6BTNCKCOB3DIFBGCVMUPQFYPA2G4O34RMTB343OYPXU5DJDVMN');
  });

  test('one account, and nothing can be derived from a public key', () => {
    expect(codec.accountPublicKey(seed)).toBeNull();
    expect(() => codec.addressOf('xpub', hot)).toThrow('derived');
    expect(() => codec.keyOf(seed, { branch: 'deposit', index: 3 })).toThrow('one account');
  });
});

describe('signing Stellar transactions', () => {
  test('decodes to the ordered payment, and is deterministic', () => {
    const signed = sign();
    expect(sign()).toEqual(signed);
    expect(codec.decode(signed.raw)).toEqual({
      txid: signed.txid,
      from: key.address,
      payments: [PAYMENT],
      inputs: [],
      sequence: PLAN.sequence,
      maxFee: 200n,
      expires: PLAN.maxTime,
    });
  });

  test('creates a new account with the same amount and memo', () => {
    const signed = sign({}, { createAccount: true });
    expect(signed.txid).not.toBe(sign().txid);
    expect(codec.decode(signed.raw).payments).toEqual([PAYMENT]);
  });

  test('encodes digits that fit 64 bits as an id memo, anything else as a text memo', () => {
    const memo = (tag: string) => TransactionBuilder.fromXDR(sign({ tag }).raw, Networks.PUBLIC);
    expect(memo('18446744073709551615')).toMatchObject({ memo: { type: 'id' } });
    expect(memo('18446744073709551616')).toMatchObject({ memo: { type: 'text' } });
    expect(memo('007')).toMatchObject({ memo: { type: 'text', value: Buffer.from('007') } });
    expect(memo('text:12345')).toMatchObject({ memo: { type: 'text', value: Buffer.from('12345') } });
    // A text memo of digits never decodes to the id of the same digits.
    expect(codec.decode(forge([pay()], { memo: Memo.text('12345') })).payments[0]?.tag).toBe('text:12345');
    // Not in canonical form: readers of other scripts would find another memo than the one that was shown.
    expect(() => memo('۱۲۳۴۵')).toThrow('a tag');
    expect(memo('حساب من')).toMatchObject({ memo: { type: 'text' } });
  });

  test('encodes every amount and memo', () => {
    const text = fc.string({ minLength: 1, maxLength: 28, unit: 'grapheme-ascii' });
    const tags = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 64n }).map(String),
      text.filter((tag) => tag.trim() === tag),
      fc.nat().map((digits) => `text:${digits}`),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }), tags, (amount, tag) => {
        const decoded = codec.decode(sign({ amount, tag }).raw);
        expect(decoded.payments).toEqual([{ ...PAYMENT, amount, tag }]);
      }),
      { numRuns: 40 },
    );
  });

  test.each<[string, Partial<ChainPayment>]>([
    ['a muxed address, which hides an id', { to: muxed() }],
    ['a wrong checksum', { to: `${TO.slice(0, -1)}A` }],
    ['itself', { to: 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6' }],
    ['a memo of 29 bytes', { tag: 'x'.repeat(29) }],
    ['no amount', { amount: 0n }],
    ['more than there can be', { amount: 2n ** 63n }],
    ['another coin', { asset: 'EOS', tokenType: 'EOS' }],
  ])('refuses %s', (_, payment) => {
    expect(() => sign(payment)).toThrow();
  });

  test('refuses another sender, and a plan without expiry or of another family', () => {
    const stranger = { from: hot, sender: TO, payments: [{ ...PAYMENT, to: key.address }] };
    expect(() => codec.sign(stranger, PLAN, () => key.privateKey)).toThrow('not the sender');
    expect(() => sign({}, { maxTime: 0 })).toThrow('last time');
    expect(() => sign({}, { family: 'XRPL' as 'STELLAR' })).toThrow('plan of XRPL');
  });
});

describe('decoding Stellar transactions', () => {
  test.each<[string, () => string]>([
    ['an issued asset named XLM', () => forge([pay({ asset: new Asset('XLM', TO) })])],
    ['two operations', () => forge([pay(), pay()])],
    ['a muxed destination', () => forge([pay({ destination: muxed() })])],
    ['another source', () => forge([pay({ source: TO })])],
    ['a merge', () => forge([Operation.accountMerge({ destination: TO })])],
    ['a change of signers', () => forge([Operation.setOptions({ masterWeight: 0 })])],
    ['a memo that is a hash', () => forge([pay()], { memo: Memo.hash(Buffer.alloc(32, 1)) })],
    ['a text without a letter', () => forge([pay()], { memo: Memo.text('') })],
    ['a first time', () => forge([pay()], { timebounds: { minTime: 1, maxTime: 1_800_000_000 } })],
    ['a least sequence', () => forge([pay()], { minAccountSequence: '0' })],
    ['a least age', () => forge([pay()], { minAccountSequenceAge: 5n as unknown as number })],
    ['the test network', () => forge([pay()], {}, Networks.TESTNET)],
    ['somebody else’s signature', () => forge([pay()], {}, Networks.PUBLIC, [Keypair.random()])],
    ['two signatures', () => forge([pay()], {}, Networks.PUBLIC, [pair, Keypair.random()])],
    ['no signature', () => forge([pay()], {}, Networks.PUBLIC, [])],
  ])('refuses %s', (_, raw) => {
    expect(() => codec.decode(raw())).toThrow();
    // Only the difference causes the refusal: the plain transaction decodes.
    expect(codec.decode(forge([pay()])).payments[0]).toMatchObject({
      to: TO,
      tag: null,
      amount: 10_000_000n,
    });
  });

  test('refuses a fee bump, which wraps another transaction', () => {
    const inner = TransactionBuilder.fromXDR(forge([pay()]), Networks.PUBLIC);
    const bump = TransactionBuilder.buildFeeBumpTransaction(pair, '1000', inner as never, Networks.PUBLIC);
    bump.sign(pair);
    expect(() => codec.decode(bump.toXDR())).toThrow();
  });

  test('refuses any changed bit', () => {
    const bytes = Buffer.from(sign().raw, 'base64');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(7), (at, bit) => {
        const tampered = Buffer.from(bytes);
        tampered[at] = (tampered[at] ?? 0) ^ (1 << bit);
        expect(() => codec.decode(tampered.toString('base64'))).toThrow();
      }),
      { numRuns: 150 },
    );
    expect(() => codec.decode(`${sign().raw}AAAA`)).toThrow();
  });
});

function muxed(): string {
  return new MuxedAccount(new Account(TO, '0'), '100001').accountId();
}
