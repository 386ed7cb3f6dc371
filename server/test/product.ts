/** The whole product on its own database: server and signer are killable processes, chains are the sandbox's. */

import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, type Chain, formatDecimal, parseDecimal, scaleOf } from '@sarraf/domain';
import type { StaffRole, WithdrawalRow } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterEach } from 'vitest';
import { computeSurplus, expectSoundCoins, listUnfinished, type Surplus } from './coin-laws.ts';
import { openTestDatabase } from './open-database.ts';
import { addPerson, addSession } from './people.ts';
import { isProcessAlive } from './processes.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort, type RunningServer, startServer } from './running-server.ts';
import { copyStartedSandbox } from './started-sandbox.ts';
import { pollUntil } from './waiting.ts';

export type Product = Awaited<ReturnType<typeof startProduct>>;
export type Victim = 'server' | 'signer' | 'both';

export interface Customer {
  id: string;
  email: string;
  token: string;
}

export interface Intent {
  /** Decimal text; debited from the wallet. */
  amount: string;
  relatedCoin: string;
  tokenType: string;
  destinationWalletAddress: string;
}

/** External addresses: one each for a UTXO chain, an account chain and one with memos. */
export const EXTERNAL_ADDRESSES = {
  LITE_COIN: 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu',
  ETHEREUM: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
  RIPPLE: 'rJHMeqKu8Ep7Fazx8MQG6JunaafBXz93YQ',
} as const;
/** Minute jobs that repeat what a crash lost, and move remaining funds. */
const MINUTE_JOBS = [
  'finish-deposits',
  'move-older-seeds',
  'sweep-deposits',
  'sweep-withdrawals',
  'tell-done-withdrawals',
];
/** Waiting for confirmations and retries of everything that the kills of a long test interrupted. */
export const IDLE_TIMEOUT_MS = process.env.SARRAF_NIGHTLY ? 900_000 : 180_000;
const LINES_SHOWN = 60;
/** Long enough on a busy machine. */
const CODE_MS = 20_000;
/** Includes a start; the server restarts a killed signer in the meantime. */
const ANSWER_MS = 240_000;

export type Coin = keyof typeof EXTERNAL_ADDRESSES;
export const COINS = Object.keys(EXTERNAL_ADDRESSES) as Coin[];
/** A coin with a chain of its own. */
export type NativeCoin = Asset & Chain;

export const createIntent = (coin: Coin, amount: string): Intent => ({
  amount,
  relatedCoin: coin,
  tokenType: coin,
  destinationWalletAddress: EXTERNAL_ADDRESSES[coin],
});

/** `env` overrides the server's settings. Resolves once hot and cold wallets are funded. */
export async function startProduct(env: Record<string, string> = {}) {
  const { database, dataDir, settings: ofSandbox } = await copyStartedSandbox();
  const { db, close } = openTestDatabase(database.url, 6);
  await chmod(dataDir, 0o755);
  const settings = {
    ...ofSandbox,
    PORT: String(await findFreePort()),
    LEASE_MS: '500',
    WITH_SIGNER: '1',
    LOG_LEVEL: 'warn',
    ...env,
  };
  // Limits have tests of their own; here any amount may be withdrawn.
  await sql`update withdrawal_thresholds set review = 9e30, four_eyes = 9e30, sms = 9e30`.execute(db);
  await sql`update withdrawal_level_limits set per_day = 9e30, per_month = 9e30`.execute(db);
  const log: string[] = [];
  const start = () => startServer(settings, (line) => log.push(line));
  let server: RunningServer | null = await start();
  const url = server.url;
  /** Pending while the test itself has stopped the server. */
  let serving = Promise.withResolvers<void>();
  serving.resolve();
  const markServerDown = (): void => {
    server = null;
    serving = Promise.withResolvers();
  };

  /** Null: it isn't running. */
  const readSignerPid = (): number | null => {
    const pid = Number.parseInt(readFileOrEmpty(join(dataDir, 'signer', 'lock')), 10);
    return Number.isNaN(pid) || !isProcessAlive(pid) ? null : pid;
  };

  async function kill(who: Victim): Promise<void> {
    const signer = readSignerPid();
    if (who !== 'server' && signer !== null) process.kill(signer, 'SIGKILL');
    if (who === 'signer') return;
    const killed = server?.kill('SIGKILL');
    markServerDown();
    await killed;
    // It ends with the server; a second one could not open the journal.
    await pollUntil(async () => readSignerPid() === null, 60_000);
  }

  let people = 0;
  async function customer(roles: StaffRole[] = []): Promise<Customer> {
    people += 1;
    const email = `person${people}@product.test`;
    const id = await addPerson(db, { email, state: 'AUTHORIZED', roles });
    return { id, email, token: await addSession(db, id) };
  }

  const get = (by: Customer, path: string) => callServer(url, 'GET', path, { token: by.token });
  const mine = (chain: Chain, count: number) =>
    callServer(url, 'POST', `/sandbox/chains/${chain}/blocks`, { body: { count } });

  /** Pays a user's address from the faucet; it waits for a block. Returns the txid. */
  async function pay(by: Customer, coin: NativeCoin, amount: string): Promise<string> {
    const reply = await get(by, `/wallets/customer/wallet-address?relatedCoin=${coin}&tokenType=${coin}`);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    const { address, tag } = reply.body.baseDTO;
    const body = { relatedCoin: coin, address, amount, ...(tag && { tag }) };
    const faucetReply = await callServer(url, 'POST', `/sandbox/chains/${coin}/faucet`, { body });
    if (faucetReply.status !== 200) throw new Error(JSON.stringify(faucetReply.body));
    return faucetReply.body.baseDTO.txid;
  }

  async function balance(owner: string, asset: Asset, kind = 'spendable'): Promise<bigint> {
    const { rows } = await sql<{ balance: bigint }>`select balance from accounts
      where owner = ${owner} and asset = ${asset} and kind = ${kind}`.execute(db);
    return rows[0]?.balance ?? 0n;
  }

  async function listCodes(email: string): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`select code from sandbox_outbox
      where recipient = ${email} and code is not null order by id desc`.execute(db);
    return rows.map(({ code }) => code);
  }

  /**
   * Without rate limits; `token` of another session of theirs. Fails if the code is lost; then the caller requests
   * another.
   */
  async function requestCode(by: Customer, intent: Intent, token = by.token): Promise<string> {
    const before = (await listCodes(by.email)).length;
    await sql`delete from limit_counters`.execute(db);
    // A code that was sent while the server died may be lost.
    await sql`update one_time_codes set expires_at = least(expires_at, now()) where user_id = ${by.id}
      and session_id = (select id from sessions where token_digest = sha256(${token}::text::bytea))`.execute(
      db,
    );
    const codeReply = await callServer(url, 'POST', '/users/send-code', { token, body: intent });
    if (codeReply.status !== 200) throw new Error(JSON.stringify(codeReply.body));
    await pollUntil(async () => (await listCodes(by.email)).length > before, CODE_MS);
    return (await listCodes(by.email))[0] ?? '';
  }

  /**
   * Repeats a request until a reply tells the outcome. Waits while the test has stopped the server, however long
   * that takes.
   */
  async function retryUntilAnswered<T extends { status: number }>(sendRequest: () => Promise<T>): Promise<T> {
    await serving.promise;
    for (let end = performance.now() + ANSWER_MS; ; await sleep(100)) {
      const { promise: servingPromise } = serving;
      const answer = await sendRequest().catch((error: unknown) => error);
      if (!(answer instanceof Error) && (answer as T).status < 500) return answer as T;
      if (performance.now() > end && servingPromise === serving.promise)
        throw new Error(`no answer within ${ANSWER_MS} ms`, { cause: answer });
      if (servingPromise === serving.promise) continue;
      await serving.promise;
      end = performance.now() + ANSWER_MS;
    }
  }

  const request = (
    by: Customer,
    intent: Intent,
    code: string,
    { key = randomUUID(), token = by.token } = {},
  ) => callServer(url, 'POST', '/wallets/withdrawal-request', { token, key, body: { ...intent, code } });

  /** Requests a code and the withdrawal; returns the row. */
  async function withdraw(by: Customer, intent: Intent): Promise<WithdrawalRow> {
    const answer = await request(by, intent, await requestCode(by, intent));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.baseDTO;
  }

  async function readState(
    id: string,
  ): Promise<{ state: string; order: string | null; trouble: string | null }> {
    const { rows } = await sql<{ state: string; order: string | null; trouble: string | null }>`
      select w.state, o.state as "order", o.trouble from withdrawals w left join outgoing o on o.withdrawal_id = w.id
      where w.id = ${id}`.execute(db);
    return rows[0] ?? { state: 'UNKNOWN', order: null, trouble: null };
  }

  /** Runs the minute jobs within a second, however often it is called. */
  async function runMinuteJobs(): Promise<void> {
    for (const name of MINUTE_JOBS)
      await sql`select graphile_worker.add_job(${name}, '{}'::json, run_at => now() + interval '1 second',
        job_key => ${name}, job_key_mode => 'preserve_run_at')`.execute(db);
  }

  /** Returns pending minute jobs, and payments and blocks of chains that weren't scanned, a line for each. */
  async function listPendingWork(): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      select 'job ' || key as line from graphile_worker._private_jobs where key = any(${MINUTE_JOBS}::text[])
      union all select 'payment ' || chain from sandbox_transactions where height is null and not dropped
      union all select 'blocks ' || chain from chain_cursors c
        where height < (select max(b.height) from sandbox_blocks b where b.chain = c.chain)`.execute(db);
    return rows.map(({ line }) => line);
  }

  /** Waits until no deposit or withdrawal is in progress, and the minute jobs start none. */
  async function waitUntilIdle(): Promise<void> {
    let rested = false;
    const listAll = async () => [...(await listPendingWork()), ...(await listUnfinished(db))];
    const isAtRest = async () => {
      if ((await listPendingWork()).length > 0) return false;
      const rests = (await listUnfinished(db)).length === 0;
      if (rests && rested) return true;
      rested = rests;
      await runMinuteJobs();
      const { rows } = await sql<{ chain: Chain }>`
        select chain from chain_transactions where state in ('SENT', 'INCLUDED')
        union select chain from coin_deposits where state = 'PENDING'`.execute(db);
      for (const { chain } of rows) await mine(chain, 2);
      return false;
    };
    await pollUntil(isAtRest, IDLE_TIMEOUT_MS).catch(async (error: Error) => {
      throw new Error(`${error.message}: ${(await listAll()).join('; ')}`);
    });
  }

  async function waitUntilFunded(): Promise<Surplus> {
    await pollUntil(async () => {
      const { rows } = await sql<{ chain: Chain }>`select distinct chain from sandbox_transactions
        where height is null and not dropped`.execute(db);
      for (const { chain } of rows) await mine(chain, 1);
      const { rows: filled } = await sql<{
        n: number;
      }>`select count(*)::int as n from (select from sandbox_balances
        where balance > 0 group by chain, token_type having count(*) >= 2) hot_and_cold`.execute(db);
      return rows.length === 0 && (filled[0]?.n ?? 0) >= 17;
    }, 120_000);
    return computeSurplus(db, await hotAddresses(db));
  }
  async function hotAddresses(from: typeof db): Promise<string[]> {
    const { rows } = await sql<{ address: string }>`select distinct address from sandbox_balances`.execute(
      from,
    );
    return rows.map(({ address }) => address);
  }
  const surplus = await waitUntilFunded();
  // A chain that is as young as a deposit can't be forked below it.
  for (const coin of COINS) await mine(coin, 6);

  return {
    db,
    url,
    dataDir,
    settings,
    /** Log lines of server and signer. */
    log,
    customer,
    get,
    mine,
    pay,
    balance,
    codeFor: requestCode,
    insist: retryUntilAnswered,
    request,
    withdraw,
    stateOf: readState,
    kill,
    signerPid: readSignerPid,
    newSession: (by: Customer) => addSession(db, by.id),
    get server(): RunningServer | null {
      return server;
    },
    async start(): Promise<void> {
      server ??= await start();
      serving.resolve();
    },
    async stop(): Promise<void> {
      const stopped = server?.kill('SIGTERM');
      markServerDown();
      await stopped;
    },
    /** Makes a deposit and waits until it is credited. */
    async fund(by: Customer, coin: NativeCoin, amount: string): Promise<void> {
      const units = parseDecimal(amount, scaleOf(coin)) ?? 0n;
      const target = (await balance(by.id, coin)) + units;
      await pay(by, coin, amount);
      await mine(coin, 6);
      await pollUntil(async () => (await balance(by.id, coin)) === target, 60_000);
    },
    untilRest: waitUntilIdle,
    bringMinute: runMinuteJobs,
    /** `hot`: addresses of ours that did not exist at the start. */
    expectSound: (hot: readonly string[] = []) =>
      expectSoundCoins(db, { ...surplus, hot: [...surplus.hot, ...hot] }),
    async close(): Promise<void> {
      await server?.kill('SIGTERM');
      await close();
      await database.drop();
      removeFolder(dataDir);
    },
  };
}

/** Returns an empty text if it doesn't exist, also if it disappears in between. */
function readFileOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** For the top of a test file: prints the last log lines of server and signer next to a failed test. */
export function showLogOfFailed(product: () => Product): void {
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') console.error(product().log.slice(-LINES_SHOWN).join('\n'));
  });
}

export const parseUnits = (coin: Asset, amount: string): bigint => parseDecimal(amount, scaleOf(coin)) ?? 0n;
export const formatUnits = (coin: Asset, units: bigint): string => formatDecimal(units, scaleOf(coin));
