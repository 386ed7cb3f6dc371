/** The back office with identity and verification, with staff of every role. */
import type { StaffRole } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { createBackoffice } from '../src/backoffice/index.ts';
import { createBrand } from '../src/brand/index.ts';
import { findStores } from '../src/company/find-stores.ts';
import { readShares } from '../src/referral/index.ts';
import { findTickets } from '../src/support/find-tickets.ts';
import { enqueueCancelAllOrders } from '../src/trading/index.ts';
import { readVolume } from '../src/trading/totals-store.ts';
import { sumFrozen } from '../src/wallet/freezes/freeze-store.ts';
import { listLastDeposits } from '../src/wallet/list-deposits.ts';
import { readBalances } from '../src/wallet/read-balances.ts';
import { readPersonLimit, setPersonLimit } from '../src/withdrawal/limits/person-limits.ts';
import { readLevelLimits } from '../src/withdrawal/reservations/reservation-store.ts';
import { createIdentityFixture } from './identity.ts';
import { addPerson, addSession, type TestPerson } from './people.ts';

export type BackofficeFixture = Awaited<ReturnType<typeof createBackofficeFixture>>;

export interface SignedInUser {
  id: string;
  email: string;
  token: string;
}

export async function createBackofficeFixture() {
  const context = await createIdentityFixture();
  const { db, clock } = context;
  const { people } = context.identity;
  const readCompanyNames = async (ids: readonly string[]) =>
    context.verification.readCompanyNames(await people.findAll(ids));
  const brandDeps = { db, clock, bus: context.bus, log: context.http.app.log as never };
  const branding = context.brand;
  branding.routes(context.http);
  createBackoffice({
    db,
    clock,
    people: context.identity.people,
    branding,
    verification: context.verification,
    notify: context.messaging.notify,
    enqueueCancelAllOrders: enqueueCancelAllOrders,
    countWaitingTickets: async () => 4,
    countWaitingMoney: async () => ({
      withdrawals: 3,
      payouts: 9,
      unclaimed: 2,
      bankDeposits: 1,
      gatewaySettlements: 11,
      suspendedPayments: 12,
      refunds: 5,
      coinChanges: 6,
      limitChanges: 7,
      alarms: 8,
    }),
    levels: context.identity.levels,
    volumeOf: (userId, tx = db) => readVolume(tx, userId, new Date(clock.now())),
    limits: {
      async of(userId, level, tx = db) {
        const ofLevel = await readLevelLimits(tx, level);
        return { level: ofLevel, left: ofLevel, own: await readPersonLimit(tx, userId) };
      },
      set: setPersonLimit,
    },
    finds: {
      findTickets: (typed, limit) => findTickets({ db, secrets: context.secrets }, typed, limit),
      findStores: (typed, limit) =>
        findStores({ db, people, readCompanyNames: readCompanyNames }, typed, limit),
      findDocuments: async () => [],
    },
    money: {
      readBalances: (userId) =>
        readBalances({ db, market: { tomanValue: () => null, coin: () => ({}) } }, userId),
      readWithdrawing: async () => new Map(),
      readFrozen: (userId) => sumFrozen(db, userId),
      readShares: (userId) => readShares(db, userId),
      listOrders: async () => [],
      listDeposits: (userId, limit) => listLastDeposits({ db, coinDeposits: async () => [] }, userId, limit),
      listWithdrawals: async () => [],
      readWithdrawalsById: async () => new Map(),
    },
  }).routes(context.http);

  async function person(more: TestPerson): Promise<SignedInUser> {
    const id = await addPerson(db, more);
    return { id, email: more.email, token: await session(id) };
  }
  const session = (userId: string) => addSession(db, userId, { now: new Date(clock.now()) });
  const staff = (email: string, ...roles: StaffRole[]) => person({ email, roles });

  return {
    ...context,
    branding,
    /** The brand as another process of the installation loads it. */
    otherBranding: () => createBrand(brandDeps),
    person,
    session,
    staff,
    get: (by: SignedInUser, path: string) => context.call('GET', `/backoffice${path}`, { token: by.token }),
    act: (by: SignedInUser, path: string, body: object = {}) =>
      context.call('POST', `/backoffice${path}`, { token: by.token, body }),
    /** Audit entries about a user, oldest first. */
    async listAuditEntries(subjectId: string | null) {
      const { rows } = await sql<{ actorId: string; action: string; detail: string }>`
        select actor_id as "actorId", action, detail from audit_log
        where subject_id is not distinct from ${subjectId}::uuid order by number`.execute(db);
      return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }));
    },
  };
}
