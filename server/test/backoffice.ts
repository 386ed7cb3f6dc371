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
import { frozenOf } from '../src/wallet/freezes/freeze-store.ts';
import { lastDeposits } from '../src/wallet/list-deposits.ts';
import { readBalances } from '../src/wallet/read-balances.ts';
import { readPersonLimit, setPersonLimit } from '../src/withdrawal/limits/person-limits.ts';
import { readLevelLimits } from '../src/withdrawal/reservations/reservation-store.ts';
import { identityFixture } from './identity.ts';
import { addPerson, addSession, type TestPerson } from './people.ts';

export type BackofficeFixture = Awaited<ReturnType<typeof backofficeFixture>>;

export interface Signed {
  id: string;
  email: string;
  token: string;
}

export async function backofficeFixture() {
  const context = await identityFixture();
  const { db, clock } = context;
  const { people } = context.identity;
  const companyNames = async (ids: readonly string[]) =>
    context.verification.companyNames(await people.findAll(ids));
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
    takeOrdersBack: enqueueCancelAllOrders,
    waitingTickets: async () => 4,
    waitingMoney: async () => ({
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
      tickets: (typed, limit) => findTickets({ db, secrets: context.secrets }, typed, limit),
      stores: (typed, limit) => findStores({ db, people, companyNames }, typed, limit),
      documents: async () => [],
    },
    money: {
      balances: (userId) =>
        readBalances({ db, market: { tomanValue: () => null, coin: () => ({}) } }, userId),
      leaving: async () => new Map(),
      frozen: (userId) => frozenOf(db, userId),
      shares: (userId) => readShares(db, userId),
      orders: async () => [],
      deposits: (userId, limit) => lastDeposits({ db, coinDeposits: async () => [] }, userId, limit),
      withdrawals: async () => [],
      withdrawalsById: async () => new Map(),
    },
  }).routes(context.http);

  async function person(more: TestPerson): Promise<Signed> {
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
    get: (by: Signed, path: string) => context.call('GET', `/backoffice${path}`, { token: by.token }),
    act: (by: Signed, path: string, body: object = {}) =>
      context.call('POST', `/backoffice${path}`, { token: by.token, body }),
    /** Audit entries about a user, oldest first. */
    async audited(subjectId: string | null) {
      const { rows } = await sql<{ actorId: string; action: string; detail: string }>`
        select actor_id as "actorId", action, detail from audit_log
        where subject_id is not distinct from ${subjectId}::uuid order by number`.execute(db);
      return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) }));
    },
  };
}
