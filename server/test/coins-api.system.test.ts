/**
 * Every network of the sandbox over HTTP, with the signer as a separate process: deposits by the faucet,
 * withdrawals to an external address.
 */

import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { type Asset, CHAINS, formatDecimal, listCoinsOnChain, parseDecimal, scaleOf } from '@sarraf/domain';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { TEST_AUDIT_KEY } from './keys.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort, type RunningServer, signIn, startServer } from './running-server.ts';
import { pollUntil } from './waiting.ts';

/** By day every second one: what is specific to each has tests of its own. */
const NETWORKS = CHAINS.flatMap((chain) => listCoinsOnChain(chain)).filter(
  (_, i) => process.env.SARRAF_NIGHTLY || i % 2 === 0,
);

/** External addresses. */
const EXTERNAL_ADDRESSES: Record<string, string> = {
  BITCOIN: 'bc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z00ppggv',
  LITE_COIN: 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu',
  DOGE_COIN: 'DLSSSUS3ex7YNDACJDxMER1ZMW579Vy8Zy',
  DASH: 'XsyCV5yojxF4y3bYeEiVYqarvRgsWFELZL',
  BITCOIN_CASH: 'qz7eyzytkl5z6cg6nw20hd62pyyp22mcfuardfd2vn',
  TRON: 'TQLCsShbQNXMTVCjprY64qZmEA4rBarpQp',
  RIPPLE: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ',
  STELLAR: 'GDXJHJHWN6GRNOAZXON6XH74ZX6NYFAS5B7642RSJQVJTIPA4ZYUQLEB',
  EOS: 'satoshis1234',
  ELROND: 'erd1a6f6fan035ttsxdmn04ellxdlnwpgyhg0lhx5vjv92v6rc8xw9yq83344f',
};
const EXTERNAL_EVM_ADDRESS = '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F';

let test: TestDatabase;
let database: Database;
let server: RunningServer;
let token: string;
const dataDir = mkdtempSync('/tmp/sarraf-coins-');

beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase(test.url, 2, TEST_AUDIT_KEY);
  server = await startServer({
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    PORT: String(await findFreePort()),
    WITH_SIGNER: '1',
  });
  token = await signIn(server.url, 'company@sarraf.test');
});

afterAll(async () => {
  await server.kill('SIGTERM');
  expect(await checkInvariants(database.db)).toBeNull();
  await database.close();
  await test.drop();
  removeFolder(dataDir);
});

const callGet = (path: string) => callServer(server.url, 'GET', path, { token });
const makeBlocks = (chain: string, count: number) =>
  callServer(server.url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count } });

async function readCredit(coin: string): Promise<bigint> {
  const { body } = await callGet(`/wallets/customer-addresses?coins=${coin}`);
  return parseDecimal(body[coin].credit, scaleOf(coin as Asset)) ?? 0n;
}

async function readCode(): Promise<string> {
  const { body } = await callServer(server.url, 'GET', '/sandbox/outbox?to=company@sarraf.test');
  return body.find(({ code }: { code: string | null }) => code !== null).code;
}

describe('a deposit and a withdrawal by each network', () => {
  it.each(NETWORKS)('$asset on $tokenType', async ({ asset, tokenType, chain }) => {
    const { body: details } = await callGet('/coins/details');
    const network = details.content
      .find(({ name }: { name: string }) => name === asset)
      .tokenTypeDetails.find((row: { tokenType: string }) => row.tokenType === tokenType);
    const least = parseDecimal(network.minWithdraw, scaleOf(asset)) ?? 0n;
    const amount = formatDecimal(least * 3n, scaleOf(asset));
    const before = await readCredit(asset);

    const reply = await callGet(
      `/wallets/customer/wallet-address?relatedCoin=${asset}&tokenType=${tokenType}`,
    );
    expect(reply.body).toMatchObject({ status: 'OK' });
    const { address, tag } = reply.body.baseDTO;
    const faucet = await callServer(server.url, 'POST', `/sandbox/chains/${chain}/faucet`, {
      body: { relatedCoin: asset, address, ...(tag && { tag }), amount },
    });
    expect(faucet.body).toMatchObject({ status: 'OK' });
    await makeBlocks(chain, 6);
    await pollUntil(async () => (await readCredit(asset)) === before + least * 3n, 60_000);

    const withdrawalBody = {
      amount: formatDecimal(least * 2n, scaleOf(asset)),
      relatedCoin: asset,
      tokenType,
      destinationWalletAddress: EXTERNAL_ADDRESSES[chain] ?? EXTERNAL_EVM_ADDRESS,
    };
    const prompt = await callServer(server.url, 'POST', '/users/send-code', { token, body: withdrawalBody });
    expect(prompt.body).toMatchObject({ status: 'OK' });
    const withdrawalReply = await callServer(server.url, 'POST', '/wallets/withdrawal-request', {
      token,
      key: randomUUID(),
      body: { ...withdrawalBody, code: await readCode() },
    });
    expect(withdrawalReply.body).toMatchObject({ status: 'OK', baseDTO: { state: 'APPROVED' } });
    const { id, receives } = withdrawalReply.body.baseDTO;
    const findRow = async () => {
      const { body } = await callGet(`/wallets/withdrawal-requests?relatedCoin=${asset}`);
      return body.content.find((candidate: { id: string }) => candidate.id === id);
    };
    await pollUntil(async () => ['SENT', 'DONE'].includes((await findRow()).state), 60_000);
    await makeBlocks(chain, 6);
    await pollUntil(async () => (await findRow()).state === 'DONE', 60_000);
    expect(await findRow()).toMatchObject({ isDone: true, transactionStatus: 'CONFIRMED', receives });
    expect(await readCredit(asset)).toBe(before + least);
  });

  it('leaves nothing blocked, and nothing in progress', async () => {
    const { rows } = await sql`select owner, asset, kind, balance::text from accounts
      where kind in ('blocked', 'in_flight', 'suspense') and balance <> 0`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
