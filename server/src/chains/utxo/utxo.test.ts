import { parseAddress } from '@sarraf/domain';
import { hex } from '@scure/base';
import { mnemonicToSeedSync } from '@scure/bip39';
import { RawTx } from '@scure/btc-signer/script.js';
import { Transaction } from '@scure/btc-signer/transaction.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChainPayment, Input, KeyPath } from '../types.ts';
import { addDustToFee, computeMaxSize, createUtxo, verifyInputs } from './utxo.ts';
import { addressOfScript, buildOutputScript, scriptOfAddress } from './utxo-address.ts';
import { decodeCashAddress, encodeCashAddress } from './utxo-cashaddr.ts';
import { createSegwitSighash } from './utxo-digest.ts';
import { type UtxoChain, utxoRulesOf } from './utxo-rules.ts';

const CHAINS: UtxoChain[] = ['BITCOIN', 'LITE_COIN', 'DOGE_COIN', 'DASH', 'BITCOIN_CASH'];
const WITH_WITNESS: UtxoChain[] = ['BITCOIN', 'LITE_COIN'];
/** Seed of the mnemonic that BIP84 and most wallets' test vectors use. */
const SEED = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const HOT: KeyPath = { branch: 'hot' };

const codecs = Object.fromEntries(CHAINS.map((chain) => [chain, createUtxo(chain, 'main')])) as Record<
  UtxoChain,
  ReturnType<typeof createUtxo>
>;
const keyOf = (chain: UtxoChain) => (place: KeyPath) => codecs[chain].keyOf(SEED, place).privateKey;
const addressAt = (chain: UtxoChain, place: KeyPath) => codecs[chain].keyOf(SEED, place).address;

function pay(chain: UtxoChain, to: string, amount: bigint): ChainPayment {
  return { to, tag: null, asset: chain, tokenType: chain, amount };
}

function signed(chain: UtxoChain, payments: ChainPayment[], inputs: Input[], fee: bigint) {
  const order = { from: HOT, sender: addressAt(chain, HOT), payments };
  return codecs[chain].sign(order, { family: 'UTXO', inputs, previous: [], fee }, keyOf(chain));
}

const inputAt = (txid: string, index: number, amount: bigint, key: KeyPath): Input => ({
  txid: txid.repeat(32),
  index,
  amount,
  key,
});
const outputsOf = (chain: UtxoChain, inputs: readonly Input[]) =>
  inputs.map(({ txid, index, amount, key }) => ({ txid, index, amount, address: addressAt(chain, key) }));
const sum = (parts: readonly { amount: bigint }[]) => parts.reduce((total, { amount }) => total + amount, 0n);

const TWO = [
  inputAt('ab', 1, 80_000_000n, { branch: 'deposit', index: 3 }),
  inputAt('12', 0, 90_000_000n, HOT),
];

describe('keys and addresses', () => {
  // BIP84's own vectors for BITCOIN; the others from iancoleman.io/bip39 for the same mnemonic.
  test.each([
    ['BITCOIN', "m/84'/0'/0'", 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['LITE_COIN', "m/84'/2'/0'", 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['DOGE_COIN', "m/44'/3'/0'", 'DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC'],
    ['DASH', "m/44'/5'/0'", 'XoJA8qE3N2Y3jMLEtZ3vcN42qseZ8LvFf5'],
    ['BITCOIN_CASH', "m/44'/145'/0'", 'qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6'],
  ] as const)('%s derives from %s', (chain, path, first) => {
    expect(codecs[chain].accountPath).toBe(path);
    expect(addressAt(chain, { branch: 'deposit', index: 0 })).toBe(first);
  });

  test('the hot key of BITCOIN is the first change key of BIP84', () => {
    expect(addressAt('BITCOIN', HOT)).toBe('bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el');
  });

  test.each(CHAINS)('%s: the public key derives the same addresses, and no private keys', (chain) => {
    const xpub = codecs[chain].accountPublicKey(SEED) ?? '';
    expect(xpub).toMatch(/^xpub/);
    for (const place of [
      HOT,
      ...[0, 1, 77, 2 ** 31 - 1].map((index) => ({ branch: 'deposit', index }) as const),
    ]) {
      const address = codecs[chain].addressOf(xpub, place);
      expect(address).toBe(addressAt(chain, place));
      expect(parseAddress(chain, chain, address)?.address).toBe(address);
    }
    for (const index of [-1, 0.5, 2 ** 31])
      expect(() => codecs[chain].addressOf(xpub, { branch: 'deposit', index })).toThrow();
  });

  test('chains of other families have no such codec', () => {
    expect(() => createUtxo('ETHEREUM', 'main')).toThrow();
  });
});

describe('valid destination addresses', () => {
  // Addresses of other wallets, and one P2WSH of BIP173's.
  const VALID: Record<UtxoChain, string[]> = {
    BITCOIN: [
      '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx',
      '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
      'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    ],
    LITE_COIN: [
      'LV7LV7Z4bWDEjYkfx9dQo6k6RjGbXsg6hS',
      'MHhghmmCTASDnuwpgsPUNJVPTFaj61GzaG',
      'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu',
    ],
    DOGE_COIN: ['DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy', 'AETZJzedcmLM2rxCM6VqCGF3YEMUjA3jMw'],
    DASH: ['XsyCV5yojxF4y3bYeEiVYqarvRgsWFELZL', '7eprxeVjKfVgS8p2RNsZ89K72YV61xg4gq'],
    BITCOIN_CASH: ['qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn'],
  };

  test.each(CHAINS)('%s: each standard address converts to a script and back', (chain) => {
    const rules = utxoRulesOf(chain, 'main');
    for (const address of VALID[chain]) {
      expect(addressOfScript(rules, scriptOfAddress(rules, address))).toBe(address);
      expect(parseAddress(chain, chain, address)?.address).toBe(address);
    }
  });

  test.each(CHAINS)('%s: those of other chains are refused', (chain) => {
    const rules = utxoRulesOf(chain, 'main');
    for (const other of CHAINS.filter((candidate) => candidate !== chain))
      for (const address of VALID[other]) expect(() => scriptOfAddress(rules, address), address).toThrow();
  });

  test('capitals and the prefix of cash addresses are equivalent spellings', () => {
    const upper = VALID.BITCOIN[2]?.toUpperCase() ?? '';
    const bitcoin = utxoRulesOf('BITCOIN', 'main');
    expect(scriptOfAddress(bitcoin, upper)).toEqual(scriptOfAddress(bitcoin, upper.toLowerCase()));
    const cash = utxoRulesOf('BITCOIN_CASH', 'main');
    const [body = ''] = VALID.BITCOIN_CASH;
    for (const text of [`bitcoincash:${body}`, body.toUpperCase(), `BITCOINCASH:${body.toUpperCase()}`])
      expect(scriptOfAddress(cash, text)).toEqual(scriptOfAddress(cash, body));
  });

  test.each([
    ['LITE_COIN', 'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8'],
    ['LITE_COIN', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['BITCOIN_CASH', '1Bp9U1ogV3A14FMvKbRJms7ctyso4Z4Tcx'],
    ['BITCOIN_CASH', 'bchtest:qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn'],
    ['BITCOIN_CASH', 'bitcoincash:Qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn'],
    ['BITCOIN_CASH', 'qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vq'],
    // Pay to anchor: anyone can spend it. A version without rules. Version 0 with version 1's checksum (BIP350).
    ['BITCOIN', 'bc1pfeessrawgf'],
    ['BITCOIN', 'bc1sw50qgdz25j'],
    ['BITCOIN', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'],
    ['BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['BITCOIN', ''],
  ] as const)('%s refuses %s', (chain, address) => {
    expect(() => scriptOfAddress(utxoRulesOf(chain, 'main'), address)).toThrow();
  });

  test('a taproot key that is not on the curve is refused', () => {
    const rules = utxoRulesOf('BITCOIN', 'main');
    const nowhere = addressOfScript(
      rules,
      buildOutputScript({ kind: 'p2tr', payload: new Uint8Array(32).fill(0xff) }),
    );
    expect(() => scriptOfAddress(rules, nowhere ?? '')).toThrow();
  });

  // CashAddr specification, "Examples of address translation" and its test vectors of 20 bytes.
  test.each([
    ['p2pkh', '76a04053bda0a88bda5177b86a15c3b29f559873', 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['p2pkh', 'cb481232299cd5743151ac4b2d63ae198e7bb0a9', 'qr95sy3j9xwd2ap32xkykttr4cvcu7as4y0qverfuy'],
    ['p2sh', '76a04053bda0a88bda5177b86a15c3b29f559873', 'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq'],
    ['p2pkh', 'f5bf48b397dae70be82b3cca4793f8eb2b6cdac9', 'qr6m7j9njldwwzlg9v7v53unlr4jkmx6eylep8ekg2'],
  ] as const)('cash address of %s %s', (kind, hash, address) => {
    expect(encodeCashAddress('bitcoincash', { kind, hash: hex.decode(hash) })).toBe(address);
    expect(decodeCashAddress('bitcoincash', address)).toEqual({ kind, hash: hex.decode(hash) });
  });

  test('one wrong letter of a cash address is always detected', () => {
    const letters = [...'qpzry9x8gf2tvdw0s3jn54khce6mua7l'];
    const right = 'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
    fc.assert(
      fc.property(fc.nat(41), fc.constantFrom(...letters), (at, letter) => {
        fc.pre(right[at] !== letter);
        const wrong = right.slice(0, at) + letter + right.slice(at + 1);
        expect(() => decodeCashAddress('bitcoincash', wrong)).toThrow();
      }),
    );
  });
});

describe('signing', () => {
  test('BIP143: the digest of its native P2WPKH example', () => {
    const unsigned =
      '0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000';
    const digest = createSegwitSighash(RawTx.decode(hex.decode(unsigned)), 1);
    const payload = hex.decode('1d0f172a0ecb48aee1be1f2687d2963ae33f71a1');
    expect(hex.encode(digest(1, buildOutputScript({ kind: 'p2pkh', payload }), 600_000_000n))).toBe(
      'c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670',
    );
  });

  test.each(CHAINS)(
    '%s: a signed transaction decodes to the order, in the library’s decoder too',
    (chain) => {
      const to = addressAt(chain, { branch: 'deposit', index: 9 });
      const { raw, txid } = signed(chain, [pay(chain, to, 100_000_000n)], TWO, 20_000n);
      const decoded = codecs[chain].decode(raw);
      expect(decoded.txid).toBe(txid);
      expect(decoded.payments).toEqual([
        pay(chain, addressAt(chain, HOT), 69_980_000n),
        pay(chain, to, 100_000_000n),
      ]);
      expect(decoded.inputs).toEqual([
        { txid: '12'.repeat(32), index: 0 },
        { txid: 'ab'.repeat(32), index: 1 },
      ]);
      const read = Transaction.fromRaw(hex.decode(raw));
      expect(read.id).toBe(txid);
      expect(read.getInput(0).sequence).toBe(0xfffffffd);
      expect(verifyInputs(chain, 'main', raw, outputsOf(chain, TWO))).toEqual({ fee: 20_000n });
      expect(signed(chain, [pay(chain, to, 100_000_000n)], TWO, 20_000n).raw).toBe(raw);
    },
  );

  const place = fc.oneof(
    fc.constant(HOT),
    fc.nat(5).map((index): KeyPath => ({ branch: 'deposit', index })),
  );
  const coins = fc.uniqueArray(
    fc.record({
      txid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => hex.encode(bytes)),
      index: fc.nat(2 ** 32 - 1),
      amount: fc.bigInt({ min: 10_000_000n, max: 10n ** 18n }),
      key: place,
    }),
    { minLength: 1, maxLength: 4, selector: ({ txid, index }) => `${txid}:${index}` },
  );

  test.each(CHAINS)('%s: inputs equal payments, change and fee for any order', (chain) => {
    const { dust } = utxoRulesOf(chain, 'main');
    fc.assert(
      fc.property(
        coins,
        fc.array(fc.record({ key: place, part: fc.bigInt({ min: 1n, max: 100n }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.bigInt({ min: 1n, max: 3_000_000n }),
        (inputs, parts, least) => {
          const whole = sum(inputs) - least;
          const payments = parts
            .map(({ key, part }) => pay(chain, addressAt(chain, key), (whole * part) / 600n))
            .filter(({ amount }) => amount >= dust);
          fc.pre(payments.length > 0);
          const fee = addDustToFee(chain, inputs, payments, least);
          const { raw } = signed(chain, payments, inputs, fee);
          const outputs = codecs[chain].decode(raw).payments;
          expect(sum(inputs) - sum(outputs)).toBe(fee);
          expect(verifyInputs(chain, 'main', raw, outputsOf(chain, inputs)).fee).toBe(fee);
          const { vsize } = Transaction.fromRaw(hex.decode(raw));
          const size = computeMaxSize(chain, 'main', inputs.length, payments);
          expect(size).toBeGreaterThanOrEqual(vsize);
          expect(size - vsize).toBeLessThan(50 + 3 * inputs.length);
        },
      ),
      // Signing takes a twentieth of a second per input.
      { numRuns: process.env.SARRAF_NIGHTLY ? 60 : 6 },
    );
  });

  test('change below dust becomes part of the fee, and an order that pays it out as well is refused', () => {
    const payment = pay('BITCOIN', addressAt('BITCOIN', HOT), 170_000_000n - 1_000n - 545n);
    expect(() => signed('BITCOIN', [payment], TWO, 1_000n)).toThrow('change below dust');
    const { raw } = signed('BITCOIN', [payment], TWO, addDustToFee('BITCOIN', TWO, [payment], 1_000n));
    expect(codecs.BITCOIN.decode(raw).payments).toEqual([payment]);
    expect(verifyInputs('BITCOIN', 'main', raw, outputsOf('BITCOIN', TWO)).fee).toBe(1_545n);
  });

  const refusals: [string, () => unknown][] = [
    ['more than there is', () => signed('DASH', [pay('DASH', HOT_DASH, 170_000_000n)], TWO, 1n)],
    ['no input', () => signed('DASH', [pay('DASH', HOT_DASH, 10_000n)], [], 1n)],
    ['no payment', () => signed('DASH', [], TWO, 1n)],
    ['an input twice', () => signed('DASH', [pay('DASH', HOT_DASH, 10_000n)], [...TWO, ...TWO], 1n)],
    ['an amount of nothing', () => signed('DASH', [pay('DASH', HOT_DASH, 0n)], TWO, 1n)],
    ['a negative amount', () => signed('DASH', [pay('DASH', HOT_DASH, -5n)], TWO, 1n)],
    ['dust', () => signed('DASH', [pay('DASH', HOT_DASH, 5_459n)], TWO, 1n)],
    ['no fee', () => signed('DASH', [pay('DASH', HOT_DASH, 10_000n)], TWO, 0n)],
    ['another coin', () => signed('DASH', [pay('BITCOIN', HOT_DASH, 10_000n)], TWO, 1n)],
    ['a tag', () => signed('DASH', [{ ...pay('DASH', HOT_DASH, 10_000n), tag: '7' }], TWO, 1n)],
    ['a foreign address', () => signed('DASH', [pay('DASH', addressAt('DOGE_COIN', HOT), 10_000n)], TWO, 1n)],
    [
      'a sender that isn’t its key’s',
      () =>
        codecs.DASH.sign(
          { from: HOT, sender: addressAt('DASH', { branch: 'deposit', index: 0 }), payments: [] },
          { family: 'UTXO', inputs: TWO, previous: [], fee: 1n },
          keyOf('DASH'),
        ),
    ],
    [
      'a plan of another family',
      () =>
        codecs.DASH.sign(
          { from: HOT, sender: HOT_DASH, payments: [pay('DASH', HOT_DASH, 10_000n)] },
          { family: 'XRPL', sequence: 1, fee: 1n, lastLedgerSequence: 1 },
          keyOf('DASH'),
        ),
    ],
  ];
  const HOT_DASH = addressAt('DASH', HOT);
  test.each(refusals)('refuses %s', (_, attempt) => expect(attempt).toThrow());
});

describe('decoding', () => {
  const plain = (chain: UtxoChain) =>
    signed(chain, [pay(chain, addressAt(chain, { branch: 'deposit', index: 1 }), 100_000_000n)], TWO, 20_000n)
      .raw;

  test.each(CHAINS)('%s: detects a change of any byte', (chain) => {
    const bytes = hex.decode(plain(chain));
    const outputs = outputsOf(chain, TWO);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const forged = bytes.slice();
        forged[at] = (forged[at] ?? 0) ^ change;
        expect(() => verifyInputs(chain, 'main', hex.encode(forged), outputs)).toThrow();
      }),
      { numRuns: 60 },
    );
  });

  test.each(['DOGE_COIN', 'DASH'] as const)('%s: detects a changed payment from the bytes alone', (chain) => {
    const parsed = RawTx.decode(hex.decode(plain(chain)));
    const outputs = parsed.outputs.map((output) => ({ ...output, amount: output.amount + 1n }));
    expect(() => codecs[chain].decode(hex.encode(RawTx.encode({ ...parsed, outputs })))).toThrow('signature');
  });

  test.each(['BITCOIN', 'LITE_COIN', 'BITCOIN_CASH'] as const)(
    '%s: signatures bind the amounts spent',
    (chain) => {
      const wrong = outputsOf(chain, TWO).map((output) => ({ ...output, amount: output.amount + 1n }));
      expect(() => verifyInputs(chain, 'main', plain(chain), wrong)).toThrow('signature');
    },
  );

  test.each(CHAINS)('%s: refuses an output of another key, and an unknown one', (chain) => {
    const [first, ...more] = outputsOf(chain, TWO);
    const stranger = { ...first, address: addressAt(chain, { branch: 'deposit', index: 8 }) } as never;
    expect(() => verifyInputs(chain, 'main', plain(chain), [stranger, ...more])).toThrow('another key');
    expect(() => verifyInputs(chain, 'main', plain(chain), more)).toThrow('an unknown output');
  });

  test('BITCOIN_CASH signs for its own chain only', () => {
    const [proof] = RawTx.decode(hex.decode(plain('BITCOIN_CASH'))).inputs;
    // Pushes of signature and key: the signature's last byte is ALL with the fork's id.
    expect(proof?.finalScriptSig[proof.finalScriptSig[0] ?? 0]).toBe(0x41);
    for (const other of ['DASH', 'DOGE_COIN'] as const) {
      expect(() => codecs[other].decode(plain('BITCOIN_CASH'))).toThrow();
      expect(() => codecs.BITCOIN_CASH.decode(plain(other))).toThrow();
    }
  });

  test.each([...WITH_WITNESS, 'DASH'] as const)(
    '%s: refuses unsigned bytes, garbage and more than one transaction',
    (chain) => {
      const raw = plain(chain);
      const unsigned = RawTx.decode(hex.decode(raw));
      const bare = RawTx.encode({
        ...unsigned,
        segwitFlag: false,
        witnesses: undefined,
        inputs: unsigned.inputs.map((input) => ({ ...input, finalScriptSig: new Uint8Array() })),
      });
      for (const bad of [
        hex.encode(bare),
        `${raw}00`,
        raw + raw,
        raw.slice(2),
        '',
        'xyz',
        '00'.repeat(100_001),
      ])
        expect(() => codecs[chain].decode(bad)).toThrow();
    },
  );

  test('refuses an output that pays no address', () => {
    const parsed = RawTx.decode(hex.decode(plain('BITCOIN')));
    const outputs = [...parsed.outputs, { amount: 0n, script: Uint8Array.of(0x6a, 1, 7) }];
    expect(() => codecs.BITCOIN.decode(hex.encode(RawTx.encode({ ...parsed, outputs })))).toThrow(
      'no address',
    );
  });
});
