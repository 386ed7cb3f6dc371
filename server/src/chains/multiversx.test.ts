import { mnemonicToSeedSync } from '@scure/bip39';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMultiversx } from './multiversx.ts';
import type { ChainPayment, KeyPath, TransactionPlan } from './types.ts';

// The mnemonic of multiversx/mx-sdk-py's test wallets: Alice, Bob and Carol are its first three addresses.
const seed = mnemonicToSeedSync(
  'moral volcano peasant pass circle pen over picture flat shop clap goat never lyrics gather prepare woman film husband gravity behind test tiger improve',
);
const ALICE = 'erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th';
const BOB = 'erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx';
const CAROL = 'erd1k2s324ww2g0yj38qn2ch2jwctdy8mnfxep94q9arncc6xecg3xaq6mjse8';

const codec = createMultiversx('main');
const hot = { branch: 'hot' } as const;
const key = codec.keyOf(seed, hot);
const PAYMENT: ChainPayment = {
  to: BOB,
  tag: null,
  asset: 'ELROND',
  tokenType: 'ELROND',
  amount: 10n ** 18n,
};
const PLAN = {
  family: 'MULTIVERSX',
  nonce: 7,
  gasPrice: 1_000_000_000n,
  gasLimit: 50_000n,
  chainId: '1',
} as const satisfies TransactionPlan;

const sign = (
  payment: Partial<ChainPayment> = {},
  plan: Partial<TransactionPlan & { family: 'MULTIVERSX' }> = {},
) =>
  codec.sign(
    { from: hot, sender: key.address, payments: [{ ...PAYMENT, ...payment }] },
    { ...PLAN, ...plan } as TransactionPlan,
    () => key.privateKey,
  );

describe('MultiversX keys', () => {
  test('the hot key is the first address of the mnemonic, deposit addresses follow', () => {
    const at = (place: KeyPath) => codec.keyOf(seed, place).address;
    expect(at(hot)).toBe(ALICE);
    expect(at({ branch: 'deposit', index: 0 })).toBe(BOB);
    expect(at({ branch: 'deposit', index: 1 })).toBe(CAROL);
    expect(Buffer.from(key.privateKey).toString('hex')).toBe(
      '413f42575f7f26fad3317a778771212fdb80245850981e48b58a4f25e344e8f9',
    );
  });

  test('can’t be derived from a public key', () => {
    expect(codec.accountPublicKey(seed)).toBeNull();
    expect(() => codec.addressOf('xpub', hot)).toThrow('derived');
    // Otherwise it would be the hot key.
    expect(() => codec.keyOf(seed, { branch: 'deposit', index: -1 })).toThrow('index');
    expect(() => codec.keyOf(seed, { branch: 'deposit', index: 0x7fff_ffff })).toThrow('index');
  });
});

describe('signing MultiversX transactions', () => {
  test('decodes to the ordered payment, and is deterministic', () => {
    const signed = sign();
    expect(sign()).toEqual(signed);
    expect(codec.decode(signed.raw)).toEqual({
      txid: signed.txid,
      from: ALICE,
      payments: [PAYMENT],
      inputs: [],
      sequence: 7n,
      maxFee: 50_000_000_000_000n,
      expires: null,
    });
    expect(JSON.parse(signed.raw)).not.toHaveProperty('data');
  });

  test('a deposit key can pay', () => {
    const place = { branch: 'deposit', index: 1 } as const;
    const { privateKey } = codec.keyOf(seed, place);
    const order = { from: place, sender: CAROL, payments: [{ ...PAYMENT, to: ALICE }] };
    expect(codec.decode(codec.sign(order, PLAN, () => privateKey).raw)).toMatchObject({ from: CAROL });
    expect(() => codec.sign(order, PLAN, () => key.privateKey)).toThrow('not the sender');
  });

  test('encodes every amount and nonce', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 26n }),
        fc.nat({ max: Number.MAX_SAFE_INTEGER }),
        (amount, nonce) => {
          const decoded = codec.decode(sign({ amount }, { nonce }).raw);
          expect(decoded.payments).toEqual([{ ...PAYMENT, amount }]);
          expect(decoded.sequence).toBe(BigInt(nonce));
        },
      ),
      { numRuns: 40 },
    );
  });

  test.each<[string, Partial<ChainPayment>]>([
    ['letters behind the address', { to: `${BOB}x` }],
    ['a wrong checksum', { to: `${BOB.slice(0, -1)}q` }],
    ['a contract', { to: 'erd1qqqqqqqqqqqqqpgqfzydqmdw7m2vazsp6u5p95yxz76t2p9rd8ss0zp9ts' }],
    ['a memo', { tag: 'hello' }],
    ['no amount', { amount: 0n }],
    ['another coin', { asset: 'STELLAR', tokenType: 'STELLAR' }],
  ])('refuses %s', (_, payment) => {
    expect(() => sign(payment)).toThrow();
  });

  test('refuses another chain and another family', () => {
    expect(() => sign({}, { chainId: 'D' })).toThrow('another chain');
    expect(() => sign({}, { family: 'EOS' as 'MULTIVERSX' })).toThrow('plan of EOS');
    expect(() => createMultiversx('regtest').decode(sign().raw)).toThrow('another chain');
  });
});

describe('decoding MultiversX transactions', () => {
  const changed = (change: Record<string, unknown>) =>
    JSON.stringify({ ...(JSON.parse(sign().raw) as object), ...change });

  test.each<[string, Record<string, unknown>]>([
    ['data of a token transfer', { data: 'RVNEVFRyYW5zZmVyQDAxQDAx' }],
    ['options', { options: 1 }],
    ['a guardian', { guardian: CAROL }],
    ['a relayer', { relayer: CAROL }],
    ['another receiver', { receiver: CAROL }],
    ['another sender', { sender: BOB }],
    ['another value', { value: '2000000000000000000' }],
    ['a value that is no text', { value: 1 }],
    ['a value with a sign', { value: '-1' }],
    ['another nonce', { nonce: 8 }],
    ['a nonce of another kind', { nonce: '7' }],
    ['another fee', { gasPrice: 2_000_000_000 }],
    ['another signature', { signature: '00'.repeat(64) }],
    ['a short signature', { signature: 'ab' }],
  ])('refuses %s', (_, change) => {
    expect(() => codec.decode(changed(change))).toThrow();
  });

  test('refuses any changed bit of the signature, and any other encoding of it', () => {
    const wire = JSON.parse(sign().raw) as { signature: string };
    const bytes = Buffer.from(wire.signature, 'hex');
    fc.assert(
      fc.property(fc.nat(63), fc.nat(7), (at, bit) => {
        const tampered = Buffer.from(bytes);
        tampered[at] = (tampered[at] ?? 0) ^ (1 << bit);
        expect(() => codec.decode(changed({ signature: tampered.toString('hex') }))).toThrow();
      }),
      { numRuns: 100 },
    );
    expect(() => codec.decode(sign().raw.replace('{', '{ '))).toThrow('canonical');
  });
});
