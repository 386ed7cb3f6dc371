/** A wallet on its own database, with everything around it real except the gateway, prices and users' bank accounts. */

import { randomUUID } from 'node:crypto';
import {
  AppError,
  formatAmount,
  maskCard,
  maskSheba,
  type VerifiedCard,
  type VerifiedSheba,
} from '@sarraf/domain';
import type { BankDecision } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createFoundations } from '../src/app/foundations.ts';
import type { HistoryDeps } from '../src/history/deps.ts';
import { createHistory } from '../src/history/index.ts';
import type { Ledger } from '../src/ledger/index.ts';
import { createBus } from '../src/platform/bus/bus.ts';
import { manualClock } from '../src/platform/clock.ts';
import type { Config } from '../src/platform/config/config.ts';
import { createHttp, type Http } from '../src/platform/http/http.ts';
import { Stream } from '../src/platform/http/stream/stream.ts';
import { createLog } from '../src/platform/log.ts';
import { createSandboxBank, type SandboxBankFaults } from '../src/sandbox/sandbox-bank.ts';
import { createSandboxOutbox } from '../src/sandbox/sandbox-outbox.ts';
import { createWallet, type PaymentGateway, type WalletDeps } from '../src/wallet/index.ts';
import { createTestCaller } from './caller.ts';
import { createTestDatabase } from './database.ts';
import { checkInvariants } from './invariants.ts';
import { NAMES } from './names.ts';
import { openTestDatabase } from './open-database.ts';
import { addPerson } from './people.ts';
import { startTestLedger } from './test-ledger.ts';

export const PUBLIC_URL = 'http://sarraf.test:8080';
export const CARD = '6037991234567893';
const OUR_SHEBA = '060170000000000000000000';
const TOMAN = 1_000_000n;
const wide = { max: 1_000_000, windowMs: 60_000 };
const WIDE = { read: wide, write: wide, money: wide, login: wide, code: wide };

export const createVerifiedCard = (number: string): VerifiedCard => ({
  id: randomUUID(),
  masked: maskCard(number),
  number,
});

/** Withdrawals and trades in a user's history, by default none. */
const emptyHistory = (): Pick<HistoryDeps, 'withdrawal' | 'trading'> => ({
  withdrawal: {
    list: async () => [],
    worthOf: async () => 0n,
    leaving: async () => new Map(),
    rowsById: async () => new Map(),
  },
  trading: {
    tradesOf: async () => [],
    ordersById: async () => [],
    fillsOf: async () => ({
      ...{ status: 'OK', message: 'fills', content: [], nextCursor: null },
      completeUntil: new Date(0).toISOString(),
    }),
  },
});

export type WalletFixture = Awaited<ReturnType<typeof createWalletFixture>>;

export async function createWalletFixture() {
  const database = await createTestDatabase();
  const { db, close } = openTestDatabase(database.url, 10);
  const log = createLog('silent');
  const clock = manualClock(Date.now());
  const writer = await startTestLedger(database.url, { clock, log });
  const bus = createBus();
  const halts: string[] = [];
  const faults: SandboxBankFaults = {};
  const bank = createSandboxBank(db, PUBLIC_URL, faults);
  const gateways: PaymentGateway[] = [bank];
  const cards = new Map<string, VerifiedCard[]>();
  const shebas = new Map<string, VerifiedSheba[]>();
  const elsewhere = emptyHistory();
  const limits = {
    minDeposit: 50_000n * TOMAN,
    maxDepositPerPayment: 25_000_000n * TOMAN,
  };
  /** The ledger is unavailable for this many commands. */
  const outage = { commands: 0 };
  const ledger: Ledger = {
    submit: (command) => {
      if (outage.commands === 0) return writer.submit(command);
      outage.commands -= 1;
      return Promise.reject(new AppError('SERVICE_UNAVAILABLE'));
    },
    addProjection: (projection) => writer.addProjection(projection),
    isWriter: () => writer.isWriter(),
    epoch: () => writer.epoch(),
    isHealthy: () => writer.isHealthy(),
    stop: () => writer.stop(),
  };
  const config = {
    PUBLIC_URL,
    SECRET_KEY: Buffer.alloc(32, 7),
    SECRET_KEYS_OTHER: [] as readonly Buffer[],
    TRUST_PROXY: false,
    BANK_ALARM_HOURS: 72,
    BANK_STOP_TOMAN: 5_000_000,
    sandbox: true,
    rates: WIDE,
  } as Config;
  const outbox = createSandboxOutbox({ db, clock });
  const { messaging, identity, rules, brand, secrets } = await createFoundations(
    { config, db, bus, clock, log },
    { outbox },
  );
  const market: WalletDeps['market'] = {
    tomanValue: (asset, amount) => (asset === 'EOS' ? null : amount * 2n),
    coin: (asset) => (asset === 'TOMAN' ? limits : {}),
  };
  const wallet = () =>
    createWallet({
      secrets,
      db,
      ledger,
      config,
      clock,
      bus,
      log,
      names: () => NAMES,
      gateways,
      market,
      rules,
      people: identity.people,
      notify: messaging.notify,
      bankAccount: { sheba: OUR_SHEBA, owner: 'صرافی نمونه' },
      halt: async (reason) => void halts.push(reason),
      coinDeposits: async () => [],
      coinDeposit: async () => null,
      verifiedCards: async (userId) => cards.get(userId) ?? [],
      verifiedShebas: async (userId) => shebas.get(userId) ?? [],
      sandboxBank: bank,
    });
  const authenticate = async (token: string) => ({ ...parseCaller(token), confirmedAt: clock.now() });
  const serve = async () => {
    const http = await createHttp({ config, log, clock, authenticate });
    const served = wallet();
    rules.routes(http);
    served.routes(http);
    const history = createHistory({ db, bus, log, clock, market, wallet: served, ...elsewhere });
    history.routes(http, new Stream(http, authenticate));
    return { http, served };
  };
  const [one, two] = await Promise.all([serve(), serve()]);

  return {
    db,
    writer,
    clock,
    bus,
    bank,
    identity,
    messaging,
    shebas,
    elsewhere,
    jobs: one.served.jobs,
    countingJobs: one.served.countingJobs,
    imports: one.served.imports,
    bankTroubles: one.served.countOverdueBankItems,
    refunds: one.served.refunds,
    log,
    /** Reasons of stopped withdrawals. */
    halts,
    followers: one.served.followers,
    depositHold: one.served.readDepositHold,
    url: database.url,
    faults,
    gateways,
    cards,
    limits,
    outage,
    http: one.http,
    /** Another process on the same database. */
    http2: two.http,
    balancesOf: one.served.balancesOf,
    /** A user with a verified card. */
    person(number = CARD): string {
      const userId = randomUUID();
      cards.set(userId, [createVerifiedCard(number)]);
      return userId;
    },
    /** A user who also exists in identity, verified, with a bank account of their own. */
    async createKnownPerson(email: string, number: string): Promise<string> {
      const userId = await addPerson(db, { email, state: 'AUTHORIZED' });
      shebas.set(userId, [{ id: randomUUID(), masked: maskSheba(number), number }]);
      return userId;
    },
    /** Sets rules from now on; the others stay unchanged. */
    async setRules(changes: Record<string, unknown>): Promise<void> {
      const rows = await one.http.app.inject({
        method: 'GET',
        url: '/api/backoffice/rules',
        headers: { authorization: `Bearer admin:${randomUUID()}` },
      });
      const answer = await one.http.app.inject({
        method: 'POST',
        url: '/api/backoffice/rules',
        headers: { authorization: `Bearer admin:${randomUUID()}` },
        payload: {
          validFrom: new Date(clock.now()).toISOString(),
          reason: 'a test',
          rules: { ...rows.json().content[0].rules, ...changes },
        },
      });
      expect(answer.statusCode).toBe(200);
    },
    /** Makes any call; the token is `treasury:<id>` for staff, the id itself for a user. */
    async call(
      method: 'GET' | 'POST',
      path: string,
      token: string,
      { body, key }: { body?: object; key?: string } = {},
    ) {
      const answer = await one.http.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}`, ...(key !== undefined && { 'idempotency-key': key }) },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    deposit: (userId: string, changes: Record<string, unknown> = {}, key?: string, on: Http = one.http) =>
      on.app.inject({
        method: 'POST',
        url: '/api/wallets/deposit-toman',
        headers: { authorization: `Bearer ${userId}`, ...(key !== undefined && { 'idempotency-key': key }) },
        payload: {
          amount: '1000000',
          paymentGateway: 'SANDBOX',
          cardNumber: CARD,
          callBackURL: '/redirect-from-banks?from=wallet',
          ...changes,
        },
      }),
    /** Decides at the bank and returns where the payer is sent. */
    async decideAtBank(authority: string, decision: BankDecision = 'PAY'): Promise<string> {
      const outcome = await bank.decidePayment(authority, decision);
      if (outcome === null || outcome === 'DECIDED') throw new Error('not open');
      return outcome.redirectSite;
    },
    async returnFromBank(url: string, on: Http = one.http): Promise<string> {
      const { pathname, search } = new URL(url);
      const answer = await on.app.inject({ method: 'GET', url: pathname + search });
      expect(answer.statusCode).toBe(302);
      return String(answer.headers.location);
    },
    async readPayment(id: string) {
      const answer = await one.http.app.inject({ method: 'GET', url: `/api/payments/${id}` });
      return answer.json().baseDTO;
    },
    sweep: async () => {
      for (const job of one.served.jobs) if (job.cron) await job.run({});
    },
    async balance(owner: string, kind = 'spendable'): Promise<string> {
      const { rows } = await sql<{ balance: bigint }>`select balance from accounts
        where owner = ${owner} and asset = 'TOMAN' and kind = ${kind}`.execute(db);
      return formatAmount(rows[0]?.balance ?? 0n, 'TOMAN');
    },
    /** Checks the ledger's laws, and that a payment was credited if and only if it is settled, and once. */
    async expectSoundBooks(): Promise<void> {
      expect(await checkInvariants(db)).toBeNull();
      const { rows } =
        await sql`select p.id, p.state, p.settled_at, count(t.id)::int as deposits from payments p
        left join (select t.* from transfers t join accounts d on d.id = t.debit_account
          where d.kind = 'outside' and t.kind = 'deposit') t on t.reference = p.id
        group by p.id having count(t.id) <> (p.settled_at is not null)::int
          or coalesce(sum(t.amount), p.amount) <> p.amount`.execute(db);
      expect(rows).toEqual([]);
    },
    async close(): Promise<void> {
      await Promise.all([one.http.app.close(), two.http.app.close()]);
      identity.stop();
      brand.stop();
      await messaging.stop();
      await writer.stop();
      await close();
      await database.drop();
    },
  };
}

/** The token is the user's id; the prefix `new:` makes one who is not verified yet, `treasury:` or `admin:` staff. */
function parseCaller(token: string) {
  const [role, id] = token.includes(':') ? token.split(':') : ['', token];
  return createTestCaller({
    userId: id ?? '',
    authenticationType: role === 'new' ? 'NOT_COMPLETE' : 'AUTHORIZED',
    staffRoles: role === 'treasury' || role === 'admin' ? [role] : [],
  });
}

export const parseStartedPayment = (answer: {
  json(): { baseDTO: { id: string; redirectSite: string } };
}) => {
  const { id, redirectSite } = answer.json().baseDTO;
  return { id, authority: redirectSite.split('/').at(-1) ?? '' };
};
