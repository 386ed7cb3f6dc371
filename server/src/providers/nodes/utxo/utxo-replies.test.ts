/**
 * Replies of nodes that we can't run here, in the formats of their documents: Dogecoin Core 1.14 (bitcoin.org's
 * 0.14 reference; dogecoin issue 1625 for getblock), Dash Core (docs.dash.org, "RPC: blockchain") and Bitcoin Cash
 * Node (docs.bitcoincashnode.org, json-rpc).
 */
import { createServer, type Server } from 'node:http';
import { mnemonicToSeedSync } from '@scure/bip39';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../../test/running-server.ts';
import type { Input, KeyPath } from '../../../chains/types.ts';
import { createUtxo, verifyInputs } from '../../../chains/utxo/utxo.ts';
import { scriptOfAddress } from '../../../chains/utxo/utxo-address.ts';
import { type UtxoChain, utxoRulesOf } from '../../../chains/utxo/utxo-rules.ts';
import type { ChainNode } from '../../../custody/ports.ts';
import { maxFeeOf } from '../../../signer/bounds.ts';
import { createUtxoNode } from './utxo-node.ts';
import { boundRate, choosePlan, FEE_RATES } from './utxo-plan.ts';
import { parseCoinAmount } from './utxo-rpc.ts';

const CHAINS: UtxoChain[] = ['BITCOIN', 'LITE_COIN', 'DOGE_COIN', 'DASH', 'BITCOIN_CASH'];
const SEED = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
const HOT: KeyPath = { branch: 'hot' };
const at = (chain: UtxoChain, index: number) =>
  createUtxo(chain, 'main').keyOf(SEED, { branch: 'deposit', index }).address;

/** Reply to a method: JSON as the node writes it, or its error. */
type Reply = string | { code: number; message: string };
type Methods = Record<string, (...params: never[]) => Reply>;

const MISSING = { code: -32601, message: 'Method not found' };
const NO_TX = {
  code: -5,
  message: 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
};

const servers: Server[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const server of servers.splice(0)) server.close();
});

async function serve(chain: UtxoChain, methods: Methods): Promise<ChainNode> {
  const answerTo = ({ id, method, params }: { id: number; method: string; params: never[] }): string => {
    const reply = methods[method]?.(...params) ?? MISSING;
    const [result, error] = typeof reply === 'string' ? [reply, 'null'] : ['null', JSON.stringify(reply)];
    return `{"result":${result},"error":${error},"id":${id}}`;
  };
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const body = JSON.parse(Buffer.concat(chunks).toString());
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`);
    response.end(Array.isArray(body) ? `[${body.map(answerTo).join(',')}]` : answerTo(body));
  });
  servers.push(server);
  const port = await findFreePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return createUtxoNode({ chain, url: `http://user:p%40ss@127.0.0.1:${port}/`, net: 'main' });
}

const id = (byte: string): string => byte.repeat(32);

/** A transaction as getrawtransaction writes it; `outputs`: amount and scriptPubKey. */
function txText(
  txid: string,
  outputs: readonly [amount: string, script: object, more?: object][],
  more: object = {},
): string {
  const vout = outputs.map(([value, scriptPubKey, extra], n) =>
    JSON.stringify({ value: '#', n, scriptPubKey, ...extra }).replace('"#"', value),
  );
  const rest = JSON.stringify({ vin: [{ txid: id('ee'), vout: 0, sequence: 4294967293 }], ...more }).slice(
    1,
    -1,
  );
  return `{"txid":"${txid}","version":1,"locktime":0,${rest},"vout":[${vout.join(',')}]}`;
}

const scriptHex = (chain: UtxoChain, address: string): string =>
  Buffer.from(scriptOfAddress(utxoRulesOf(chain, 'main'), address)).toString('hex');
/** As written by nodes before 22.0, and since. */
const oldScript = (chain: UtxoChain, address: string) => ({
  asm: '',
  hex: scriptHex(chain, address),
  reqSigs: 1,
  type: 'pubkeyhash',
  addresses: [address],
});
const newScript = (chain: UtxoChain, address: string) => ({
  asm: '',
  hex: scriptHex(chain, address),
  address,
  type: 'pubkeyhash',
});

const blockText = (hash: string, height: number, parent: string | null, tx: readonly string[]): string =>
  `{"hash":"${hash}","height":${height},"time":1700000000,${
    parent ? `"previousblockhash":"${parent}",` : ''
  }"confirmations":1,"tx":[${tx.join(',')}]}`;

const signedBy = (chain: UtxoChain, inputs: readonly Input[], amount: bigint, fee: bigint) => {
  const codec = createUtxo(chain, 'main');
  const payments = [{ to: at(chain, 1), tag: null, asset: chain, tokenType: chain, amount }];
  return codec.sign(
    { from: HOT, sender: codec.keyOf(SEED, HOT).address, payments },
    { family: 'UTXO', inputs, previous: [], fee },
    (place) => codec.keyOf(SEED, place).privateKey,
  );
};

describe('Dogecoin Core', () => {
  const WHALE = '90071992547.40993001';
  const methods: Methods = {
    getblockcount: () => '5000000',
    getblockhash: () => `"${id('aa')}"`,
    getblock: (_: string, verbose: unknown) =>
      verbose === true
        ? blockText(id('aa'), 5_000_000, id('a9'), [`"${id('c0')}"`, `"${id('01')}"`])
        : { code: -1, message: 'JSON value is not a boolean as expected' },
    getrawtransaction: (txid: string) => {
      const address = at('DOGE_COIN', 0);
      if (txid === id('c0'))
        return txText(txid, [['10000.00000000', oldScript('DOGE_COIN', address)]], {
          vin: [{ coinbase: '04' }],
        });
      if (txid !== id('01')) return NO_TX;
      return txText(
        txid,
        [
          [WHALE, oldScript('DOGE_COIN', address)],
          // A bare key: the node names an address although this isn't its script.
          ['5.00000000', { hex: `21${'02'.repeat(33)}ac`, type: 'pubkey', addresses: [address] }],
          ['0.00000000', { hex: '6a0548656c6c6f', type: 'nulldata' }],
        ],
        { blockhash: id('aa'), confirmations: 3 },
      );
    },
    estimatesmartfee: () => '{"feerate":-1,"blocks":6}',
  };

  test('reads blocks from a node that returns ids only, keeps every digit, and ignores bare keys', async () => {
    const node = await serve('DOGE_COIN', methods);
    expect(await node.head()).toEqual({ height: 5_000_000, final: null });
    const blocks = await node.blocks(5_000_000, 5_000_000);
    expect(blocks).toEqual([
      {
        height: 5_000_000,
        hash: id('aa'),
        parentHash: id('a9'),
        at: new Date(1_700_000_000_000),
        incoming: [
          {
            txid: id('01'),
            index: 0,
            to: at('DOGE_COIN', 0),
            tag: null,
            asset: 'DOGE_COIN',
            tokenType: 'DOGE_COIN',
            contract: null,
            amount: 9_007_199_254_740_993_001n,
          },
        ],
      },
    ]);
    expect(await node.blocks(5_000_000, 5_000_000)).toEqual(blocks);
  });

  test('pays the standard fee without an estimate, and can’t return balances', async () => {
    const input = { txid: id('01'), index: 0, amount: 10_000_000_000n, key: HOT };
    const node = await serve('DOGE_COIN', {
      ...methods,
      gettxout: () => '{"value":100.00000000}',
      getrawtransaction: (_txid: string, verbose: unknown) => (verbose === undefined ? '"0a0b"' : NO_TX),
    });
    const payments = [
      {
        to: at('DOGE_COIN', 3),
        tag: null,
        asset: 'DOGE_COIN',
        tokenType: 'DOGE_COIN',
        amount: 5_000_000_000n,
      } as const,
    ];
    const plan = await node.plan({ sender: '', payments, unspent: [input] });
    expect(plan).toEqual({ family: 'UTXO', inputs: [input], previous: ['0a0b'], fee: 460_000n });
    await expect(node.balance(at('DOGE_COIN', 3), 'DOGE_COIN', 'DOGE_COIN')).rejects.toThrow(
      'Method not found',
    );
  });

  test('fails if a block is orphaned while it is read', async () => {
    const hash = (height: number) => (height === 7 ? id('a7') : id('a8'));
    const node = await serve('DOGE_COIN', {
      getblockhash: (height: number) => `"${hash(height)}"`,
      getblock: (of: string) => blockText(of, of === id('a7') ? 7 : 8, id('99'), []),
    });
    await expect(node.blocks(7, 8)).rejects.toThrow('changed');
  });

  test('fails if the node has no index, or is still building it', async () => {
    const inputs = [{ txid: id('01'), index: 0, amount: 10_000_000_000n, key: HOT }];
    const signed = signedBy('DOGE_COIN', inputs, 5_000_000_000n, 1_000_000n);
    for (const message of [
      'No such mempool transaction. Use -txindex to enable blockchain transaction queries.',
      'No such mempool transaction. Blockchain transactions are still in the process of being indexed.',
    ]) {
      const node = await serve('DOGE_COIN', {
        sendrawtransaction: () => ({ code: -25, message: 'Missing inputs' }),
        getrawtransaction: () => ({ code: -5, message }),
        gettxout: () => 'null',
      });
      await expect(node.find(signed.txid)).rejects.toThrow();
      expect(await node.broadcast(signed)).toBe('UNKNOWN');
    }
  });

  test.each([
    [-27, 'transaction already in block chain', 'SENT'],
    [-26, '18: txn-already-known', 'SENT'],
    [-26, '66: insufficient priority', 'UNKNOWN'],
    [-28, 'Loading block index...', 'UNKNOWN'],
  ] as const)('a broadcast refused with %i %s is %s', async (code, message, expected) => {
    const inputs = [{ txid: id('01'), index: 0, amount: 10_000_000_000n, key: HOT }];
    const node = await serve('DOGE_COIN', {
      sendrawtransaction: () => ({ code, message }),
      getrawtransaction: () => NO_TX,
      gettxout: () => '{"value":100.00000000}',
    });
    expect(await node.broadcast(signedBy('DOGE_COIN', inputs, 5_000_000_000n, 1_000_000n))).toBe(expected);
  });

  test('a transaction mined between two lookups is not reported as dead', async () => {
    const inputs = [{ txid: id('01'), index: 0, amount: 10_000_000_000n, key: HOT }];
    const signed = signedBy('DOGE_COIN', inputs, 5_000_000_000n, 1_000_000n);
    let looks = 0;
    const mined = (txid: string) => txText(txid, [], { blockhash: id('aa') });
    const node = await serve('DOGE_COIN', {
      sendrawtransaction: () => ({ code: -25, message: 'Missing inputs' }),
      getrawtransaction: (txid: string) => {
        if (txid !== signed.txid) return mined(txid);
        looks += 1;
        return looks === 1 ? NO_TX : mined(txid);
      },
      getblockheader: () => '{"confirmations":1,"height":9}',
      gettxout: () => 'null',
    });
    expect(await node.broadcast(signed)).toBe('SENT');
    expect(looks).toBe(2);
  });
});

describe('Dash Core', () => {
  const LOCK = { blockhash: id('bb'), height: 2_000_000, signature: '00', known_block: true };
  test.each([
    ['its ChainLock', 2_000_001, LOCK, 2_000_000],
    ['no further than its own chain', 1_999_999, LOCK, 1_999_999],
    ['nothing, of a block it doesn’t have', 2_000_001, { ...LOCK, known_block: false }, null],
    ['nothing, without a ChainLock', 2_000_001, null, null],
  ])('the final height is %s', async (_, height, lock, final) => {
    const node = await serve('DASH', {
      getblockcount: () => String(height),
      getbestchainlock: () =>
        lock ? JSON.stringify(lock) : { code: -32603, message: 'Unable to find any ChainLock' },
    });
    expect(await node.head()).toEqual({ height, final });
  });

  test('special transactions without inputs are parsed like any other', async () => {
    const node = await serve('DASH', {
      getblockhash: () => `"${id('bb')}"`,
      getblock: (hash: string, verbosity: unknown) => {
        expect(verbosity).toBe(2);
        const tx = txText(id('09'), [['1.50000000', newScript('DASH', at('DASH', 2))]], { type: 9, vin: [] });
        return blockText(hash, 2_000_000, id('ba'), [tx]);
      },
    });
    const [block] = await node.blocks(2_000_000, 2_000_000);
    expect(block?.incoming).toMatchObject([{ to: at('DASH', 2), amount: 150_000_000n, asset: 'DASH' }]);
  });
});

describe('Bitcoin Cash Node', () => {
  test('adds the prefix to addresses, and ignores outputs with tokens', async () => {
    const address = at('BITCOIN_CASH', 4);
    const script = { ...newScript('BITCOIN_CASH', address), addresses: [`bitcoincash:${address}`] };
    const tokenData = { category: id('77'), amount: '1000' };
    const node = await serve('BITCOIN_CASH', {
      getrawtransaction: (txid: string) =>
        txText(txid, [
          ['0.00001000', script, { tokenData }],
          ['0.70000000', script],
        ]),
    });
    expect(await node.transaction(id('05'))).toMatchObject({
      height: null,
      incoming: [{ index: 1, to: address, amount: 70_000_000n }],
    });
  });

  test('plans a withdrawal without an estimate, and signs it for this chain', async () => {
    const key: KeyPath = { branch: 'deposit', index: 4 };
    const input = { txid: id('05'), index: 1, amount: 70_000_000n, key };
    const rawTransactions: string[] = [];
    const node = await serve('BITCOIN_CASH', {
      gettxout: () => '{"value":0.70000000}',
      getrawtransaction: () => '"0a0b"',
      sendrawtransaction: (raw: string) => {
        rawTransactions.push(raw);
        return `"${id('06')}"`;
      },
    });
    const payments = [
      {
        to: at('BITCOIN_CASH', 1),
        tag: null,
        asset: 'BITCOIN_CASH',
        tokenType: 'BITCOIN_CASH',
        amount: 50_000_000n,
      } as const,
    ];
    const plan = await node.plan({ sender: '', payments, unspent: [input] });
    const fee = plan.family === 'UTXO' ? plan.fee : 0n;
    expect(await node.broadcast(signedBy('BITCOIN_CASH', [input], 50_000_000n, fee))).toBe('SENT');
    const spent = [{ ...input, address: at('BITCOIN_CASH', 4) }];
    expect(rawTransactions.map((raw) => verifyInputs('BITCOIN_CASH', 'main', raw, spent))).toEqual([
      { fee: 460n },
    ]);
  });
});

test('limits the size of previous transactions sent to the signer, postponing the longest', async () => {
  const [short, long] = [id('05'), id('07')];
  const key: KeyPath = { branch: 'deposit', index: 4 };
  const input = (txid: string, index = 0) => ({ txid, index, amount: 70_000_000n, key });
  let digits = 30_000_000;
  const node = await serve('DASH', {
    gettxout: () => '{"value":0.70000000}',
    getrawtransaction: (txid: string) => `"${'0'.repeat(txid === long ? digits : 10)}"`,
  });
  const payments = [
    { to: at('DASH', 1), tag: null, asset: 'DASH', tokenType: 'DASH', amount: 100_000_000n } as const,
  ];
  const plan = (unspent: Input[]) => node.plan({ sender: '', payments, unspent });
  expect(await plan([input(short), input(long), input(short, 1)])).toMatchObject({
    inputs: [input(short), input(short, 1)],
    previous: ['0000000000'],
  });
  await expect(plan([input(short), input(long)])).rejects.toThrow('FUNDS');
  digits = 4_000_000;
  expect(await plan([input(short), input(long)])).toMatchObject({ inputs: [input(short), input(long)] });
});

describe('pending transactions', () => {
  test('are read five hundred per poll, newest first, and each is reported for two minutes', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const name = (n: number) => n.toString(16).padStart(64, '0');
    let pool = Array.from({ length: 1_200 }, (_, n) => name(n));
    const script = newScript('DASH', at('DASH', 0));
    let requestCount = 0;
    const node = await serve('DASH', {
      getrawmempool: () => JSON.stringify(pool),
      getrawtransaction: (txid: string) => {
        requestCount += 1;
        return txText(txid, [['1.00000000', script]]);
      },
    });
    const look = async () => new Set((await node.waiting?.())?.map(({ txid }) => txid));
    expect((await look()).size).toBe(500);
    pool = [...pool, name(5_000), name(5_001)];
    const second = await look();
    expect(second.size).toBe(1_000);
    expect(second.has(name(5_000)) && second.has(name(5_001))).toBe(true);
    pool = pool.filter((txid) => txid !== name(5_000));
    expect((await look()).has(name(5_000))).toBe(false);
    expect(requestCount).toBe(1_202);
    await vi.advanceTimersByTimeAsync(120_000);
    expect((await look()).size).toBe(0);
    expect(requestCount).toBe(1_202);
  });
});

describe('UTXO amounts and plans', () => {
  test.each([
    ['0.00000001', 1n],
    ['1e-8', 1n],
    ['1.5e-7', 15n],
    ['50', 5_000_000_000n],
    ['-1', -100_000_000n],
    ['92233720368.54775807', 9_223_372_036_854_775_807n],
  ])('parses %s as %s units', (text, units) => expect(parseCoinAmount(text)).toBe(units));

  test.each(['0.000000001', '1e-9', '', 'x', '1,5', '.5', '0x10', 5, null, undefined])(
    'rejects %s as an amount',
    (text) => expect(() => parseCoinAmount(text)).toThrow(),
  );

  test('limits fee estimates to a range', () => {
    const rates = FEE_RATES.BITCOIN;
    expect(boundRate(rates, null)).toBe(rates.standard);
    expect(boundRate(rates, -1n)).toBe(rates.standard);
    expect(boundRate(rates, 1n)).toBe(rates.min);
    expect(boundRate(rates, 20_000n)).toBe(20_000n);
    expect(boundRate(rates, 10n ** 9n)).toBe(rates.max);
  });

  test.each(CHAINS)('the most expensive %s transaction is within the signer’s limit', (chain) => {
    const unspent = Array.from({ length: 100 }, (_, index) => ({
      txid: id('01'),
      index,
      amount: 10n ** 10n,
      key: HOT,
    }));
    const to = at(chain, 1);
    const payment = { to, tag: null, asset: chain, tokenType: chain, amount: (99n * 10n ** 10n) / 50n + 1n };
    const request = { sender: '', payments: Array.from({ length: 50 }, () => payment), unspent };
    const plan = choosePlan(utxoRulesOf(chain, 'main'), request, FEE_RATES[chain].max);
    expect(plan.inputs).toHaveLength(100);
    expect(plan.fee).toBeLessThanOrEqual(maxFeeOf(chain));
  });

  test('spends the first and then the largest outputs if the oldest are too many', () => {
    const unspent = Array.from({ length: 300 }, (_, i) => ({
      txid: id('01'),
      index: i,
      amount: i === 250 ? 90_000_000n : 10_000n,
      key: HOT,
    }));
    const to = at('BITCOIN', 1);
    const payments = [
      { to, tag: null, asset: 'BITCOIN', tokenType: 'BITCOIN', amount: 50_000_000n } as const,
    ];
    const request = { sender: '', payments, unspent };
    const plan = choosePlan(utxoRulesOf('BITCOIN', 'main'), request, 1_000n);
    expect(plan.inputs.map(({ index }) => index)).toEqual([0, 250]);
    expect(() => choosePlan(utxoRulesOf('BITCOIN', 'main'), { ...request, unspent: [] }, 1_000n)).toThrow(
      'FUNDS',
    );
  });
});
