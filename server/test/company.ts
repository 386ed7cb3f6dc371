/** A whole server in this process with stores, a bank to pay at, and a movable clock. */

import { randomUUID } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { formatAmount } from '@sarraf/domain';
import type { Company, Settlement, StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { superviseSigner } from '../src/app/supervise-signer.ts';
import { type StartOptions, startSarraf } from '../src/main.ts';
import { loadConfig } from '../src/platform/config/config.ts';
import { checkAudit } from '../src/platform/database/audit-log.ts';
import type { Db } from '../src/platform/database/database.ts';
import { checkInvariants } from './invariants.ts';
import { openTestDatabase } from './open-database.ts';
import { addPerson, addSession } from './people.ts';
import { removeFolder } from './remove-folder.ts';
import { callServer, findFreePort } from './running-server.ts';
import { copyStartedSandbox } from './started-sandbox.ts';
import { pollUntil } from './waiting.ts';

export const CARD = '6037701689095443';
export const OTHER_CARD = '6219861034529007';
export const SETTLEMENT_DESTINATION = {
  coinEntity: 'LITE_COIN',
  cryptoNetwork: 'LITE_COIN',
  walletAddress: 'ltc1qhkfq3zahaqkkzx5mjnamwjsfpq2jk7z0tamvsu',
};
export const OTHER_SETTLEMENT_DESTINATION = {
  coinEntity: 'ETHEREUM',
  cryptoNetwork: 'ETHEREUM',
  walletAddress: '0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F',
};
export const DAY = 86_400_000;

export interface TestCompany {
  id: string;
  userId: string;
  email: string;
  token: string;
}

export type CompanyFixture = Awaited<ReturnType<typeof startCompanies>>;

export async function startCompanies(
  env: Record<string, string> = {},
  options: Pick<StartOptions, 'webhooks'> = {},
) {
  const { database: test, dataDir, settings } = await copyStartedSandbox();
  const { db, close } = openTestDatabase(test.url, 6);
  let ahead = 0;
  const clock = { now: () => Date.now() + ahead };
  chmodSync(dataDir, 0o755);
  const config = loadConfig({
    ...settings,
    PORT: String(await findFreePort()),
    LOG_LEVEL: 'silent',
    MARKET_MAKERS: 'off',
    ...env,
  });
  const { url, stop } = await startSarraf(config, {
    ...options,
    clock,
    beside: (databaseUrl) => superviseSigner(config, databaseUrl),
  });
  const now = () => new Date(clock.now());
  let people = 0;

  async function person(kind: 'REAL' | 'COMPANY', roles: StaffRole[] = []) {
    people += 1;
    const email = `person${people}@companies.test`;
    const userId = await addPerson(db, { email, state: 'AUTHORIZED', roles });
    await sql`update users set customer_kind = ${kind}, first_name = 'کافه', last_name = 'نمونه' where id = ${userId}`.execute(
      db,
    );
    return { userId, email, token: await addSession(db, userId, { now: now() }) };
  }
  const callAs = (
    by: { token: string } | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    key?: string,
  ) =>
    callServer(url, method, path, {
      ...(by && { token: by.token }),
      ...(body && { body }),
      ...(key && { key }),
    });

  async function company(): Promise<TestCompany> {
    const owner = await person('COMPANY');
    const { body } = await callAs(owner, 'GET', '/company');
    return { ...owner, id: body.baseDTO.id };
  }
  const readCompany = async (by: TestCompany): Promise<Company> =>
    (await callAs(by, 'GET', '/company')).body.baseDTO;

  async function codeFor(by: TestCompany, place: object): Promise<string> {
    await sql`delete from limit_counters`.execute(db);
    const reply = await callAs(by, 'POST', '/company/send-code', place);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    const { body } = await callServer(url, 'GET', `/sandbox/outbox?to=${by.email}`);
    return body[0].code;
  }
  async function saveStore(
    by: TestCompany,
    perTime = 'PER_DAY',
    place: object = SETTLEMENT_DESTINATION,
  ): Promise<Company> {
    const code = await codeFor(by, place);
    const saved = await callAs(by, 'POST', '/company', { ...place, perTime, code });
    expect(saved.body).toMatchObject({ status: 'OK' });
    return saved.body.baseDTO;
  }

  const startPayment = (by: TestCompany, amount: string, more: object = {}, key?: string) =>
    callAs(
      null,
      'POST',
      '/wallets/transfer-toman-to-company',
      {
        amount,
        cardNumber: CARD,
        description: 'یک فنجان قهوه',
        companyId: by.id,
        paymentGateway: 'SANDBOX',
        callBackURL: '/company-deposit/result',
        ...more,
      },
      key,
    );
  /** Pays at the bank and returns the page that the payer reaches. */
  async function payAtBank(redirectSite: string, decision: 'PAY' | 'CANCEL' = 'PAY'): Promise<string> {
    const authority = redirectSite.split('/').at(-1) ?? '';
    const { body } = await callServer(url, 'POST', `/sandbox/bank/${authority}`, { body: { decision } });
    const back = await fetch(body.baseDTO.redirectSite, { redirect: 'manual' });
    return back.headers.get('location') ?? '';
  }
  async function pay(by: TestCompany, amount: string, more: object = {}): Promise<string> {
    const reply = await startPayment(by, amount, more);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
    await payAtBank(reply.body.baseDTO.redirectSite);
    return reply.body.baseDTO.id;
  }

  /** Runs a job of the server, and waits for its end. */
  async function runJob(name: string): Promise<void> {
    const { rows } = await sql<{
      id: string;
    }>`select id from graphile_worker.add_job(${name}, '{}'::json)`.execute(db);
    const id = rows[0]?.id ?? '';
    await pollUntil(async () => {
      const left = await sql`select from graphile_worker.jobs where id = ${id} and attempts < 1`.execute(db);
      const busy =
        await sql`select from graphile_worker.jobs where id = ${id} and locked_at is not null`.execute(db);
      return left.rows.length === 0 && busy.rows.length === 0;
    }, 120_000);
  }
  const settlements = async (by: TestCompany): Promise<Settlement[]> =>
    (await callAs(by, 'GET', '/company/settlements?size=100')).body.content;
  /** Continues until no settlement waits for a price that is being reloaded. */
  async function settle(by: TestCompany, done: (rows: Settlement[]) => boolean): Promise<Settlement[]> {
    await pollUntil(async () => {
      await sql`update company_settlements set next_try_at = ${now()} where state in ('DUE', 'BOUGHT')`.execute(
        db,
      );
      await runJob('settle-companies');
      return done(await settlements(by));
    }, 40_000);
    return settlements(by);
  }

  let left: Promise<void> | null = null;
  /** Stops the server, and leaves its database to be copied, until all is closed. */
  const stopServer = (): Promise<void> => {
    left ??= stop().then(close);
    return left;
  };

  async function balance(owner: string, asset = 'TOMAN', kind = 'spendable'): Promise<bigint> {
    const { rows } = await sql<{ balance: bigint }>`select balance from accounts
      where owner = ${owner} and asset = ${asset} and kind = ${kind}`.execute(db);
    return rows[0]?.balance ?? 0n;
  }

  return {
    db,
    databaseUrl: test.url,
    url,
    clock,
    now,
    as: callAs,
    company,
    person,
    read: readCompany,
    codeFor,
    setUp: saveStore,
    start: startPayment,
    atBank: payAtBank,
    pay,
    run: runJob,
    settle,
    settlements,
    balance,
    /** Sets rules from now on; the others stay unchanged. */
    async setRules(changes: object): Promise<void> {
      const admin = await person('REAL', ['admin']);
      const { body } = await callAs(admin, 'GET', '/backoffice/rules');
      const answer = await callAs(admin, 'POST', '/backoffice/rules', {
        validFrom: now().toISOString(),
        reason: 'a test',
        rules: { ...body.content[0].rules, ...changes },
      });
      expect(answer.body).toMatchObject({ status: 'OK' });
    },
    receipts: async (by: TestCompany) =>
      formatAmount(await balance(`company:${by.id}`, 'TOMAN', 'receipts'), 'TOMAN'),
    /** Moves the clock forward or back; sessions may have expired, so the companies get new ones. */
    async moveClock(ms: number, ...companies: { userId: string; token: string }[]): Promise<void> {
      ahead += ms;
      for (const one of companies) one.token = await addSession(db, one.userId, { now: now() });
    },
    expectSound: () => expectSoundCompanies(db),
    /** The database to copy once the server was stopped. */
    database: test,
    leave: stopServer,
    async close(): Promise<void> {
      await stopServer();
      await test.drop();
      removeFolder(dataDir);
    },
  };
}

/** Checks the invariants, including those of stores, from the tables alone. */
export async function expectSoundCompanies(db: Db): Promise<void> {
  expect(await checkInvariants(db)).toBeNull();
  expect(await checkAudit(db)).toBeNull();
}

export const createIdempotencyKey = (): string => randomUUID();
