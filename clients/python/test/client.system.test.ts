/** The Python client on a whole exchange, with Debian's python3 if available. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import file from '../../../docs/api/signing-vectors.json' with { type: 'json' };
import {
  type ConnectionProxy,
  MARKET,
  startConnectionProxy,
  startExchange,
  type TestExchange,
} from '../../test/exchange.ts';

const DEBIANS = '/usr/bin/python3';
const PYTHON = process.env.PYTHON ?? (existsSync(DEBIANS) ? DEBIANS : 'python3');
const can = (code: string) => spawnSync(PYTHON, ['-c', code]).status === 0;
const hasPython = can('import sys; sys.exit(sys.version_info < (3, 9))');
const hasEd25519 = hasPython && can('import cryptography');
const WHY = hasEd25519
  ? ''
  : ' (skipped: this python3 has no package cryptography; Debian: python3-cryptography)';

let exchange: TestExchange;
let line: ConnectionProxy;

async function run(errand: Record<string, unknown>): Promise<unknown> {
  const child = spawn(PYTHON, [join(import.meta.dirname, 'walk.py')], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end(JSON.stringify(errand));
  const [output, wrong] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (output === '') throw new Error(wrong);
  return JSON.parse(output);
}

const SEEN = {
  placed: 'IS_OPEN',
  once: true,
  open: 2,
  gone: 'OWNER',
  count: 1,
  refused: [
    [409, 'ORDER_IS_CLOSED'],
    [409, 'Not Enough Balance'],
    [401, 'API_KEY_REFUSED'],
    'id is no name',
    'id is no name',
    'id is no name',
  ],
};

describe.skipIf(!hasPython)('the Python client', () => {
  beforeAll(async () => {
    exchange = await startExchange();
    line = await startConnectionProxy(exchange.url);
  });
  afterAll(async () => {
    await line.close();
    await exchange.close();
  });
  const place = (url = exchange.url) => ({ url, marketType: MARKET, unitPrice: String(exchange.low) });

  it('signs like the test vectors, with a secret', async () => {
    const key = { id: 'key', secret: file.hmacSha256.secret };
    expect(await run({ do: 'vectors', key, vectors: file.vectors })).toEqual({
      texts: file.vectors.map((vector) => vector.text),
      signatures: file.vectors.map(({ hmacSha256 }) => hmacSha256),
    });
  });

  it.skipIf(!hasEd25519)(`signs like the test vectors, with Ed25519${WHY}`, async () => {
    const key = { id: 'key', privateKey: file.ed25519.privateKeyPem };
    expect(await run({ do: 'vectors', key, vectors: file.vectors })).toMatchObject({
      signatures: file.vectors.map(({ ed25519 }) => ed25519),
    });
  });

  it('places and cancels orders with an HMAC key', async () => {
    expect(await run({ do: 'orders', key: await exchange.hmacKey(), ...place() })).toEqual(SEEN);
  });

  it.skipIf(!hasEd25519)(`places and cancels orders with an Ed25519 key${WHY}`, async () => {
    expect(await run({ do: 'orders', key: await exchange.ed25519Key(), ...place() })).toEqual(SEEN);
  });

  it('follows the exchange’s clock when its own is wrong', async () => {
    expect(await run({ do: 'clock', key: await exchange.hmacKey(), ...place() })).toEqual(['OK', 'OK']);
  });

  it('sends public requests without a key', async () => {
    const publicData = (await run({ do: 'anybody', ...place() })) as { markets: number; candles: number[] };
    expect(publicData).toMatchObject({ time: true });
    expect(publicData.markets).toBeGreaterThan(30);
    expect(new Set([0, ...publicData.candles])).toEqual(new Set([0]));
  });

  it('places a repeated order once, and reports the idempotency key when there is no response', async () => {
    const key = await exchange.hmacKey();
    const errand = { do: 'lost', key, idempotencyKey: 'lost-in-python', ...place(line.url) };
    line.dropResponses(2);
    expect(await run({ ...errand, attempts: 2 })).toBe('lost-in-python');
    line.dropResponses(1);
    const id = await run({ ...errand, attempts: 3 });
    expect(await run({ ...errand, attempts: 1 })).toBe(id);
    expect(await run({ do: 'orders', key, ...place() })).toMatchObject({ open: 3, count: 2 });
  });
});
