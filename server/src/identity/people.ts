import type { StaffRole, StepUpChange } from '@sarraf/domain/contracts';
import type { Queryable, Tx } from '../platform/database/database.ts';
import type { Page } from '../platform/database/rows.ts';
import type { Caller } from '../platform/http/http.ts';
import { newId } from '../platform/ids.ts';
import { createFreezeLink } from './account/freeze-link.ts';
import { cancelPendingAuth, recoverPerson } from './account/recover-person.ts';
import type { IdentityContext } from './deps.ts';
import { findByName } from './find-by-name.ts';
import { sealPassword } from './login/sealed-password.ts';
import { newReferralCode } from './login/tokens.ts';
import { authorizeWithdrawingKey } from './program-keys/authorize-withdrawing-key.ts';
import { revokeSessions } from './sessions/session-store.ts';
import { consumeStepUpProof } from './sessions/use-proof.ts';
import { addRole, readRoles } from './staff.ts';
import {
  findUser,
  findUserByEmail,
  findUserByMobile,
  findUsers,
  insertUser,
  listUsers,
  lockUser,
  type NewUser,
  type User,
  type UserChanges,
  type UserFilter,
  updateUser,
} from './store.ts';

/**
 * Operations on users for other capabilities. A caller that changes a user calls `changed` after the commit; a
 * caller within a transaction passes it for reads, since waiting for a second connection while holding one can
 * deadlock many.
 */
export interface People {
  find(id: string, db?: Queryable): Promise<User | null>;
  findByEmail(email: string): Promise<User | null>;
  /** By the number with its prefix. */
  findByMobile(mobile: string, db?: Queryable): Promise<User | null>;
  /** By id; unknown ones are absent. */
  findAll(ids: readonly string[], db?: Queryable): Promise<Map<string, User>>;
  /** Users matching all conditions, newest first, page.limit of them. */
  list(filter: UserFilter, page: Page): Promise<User[]>;
  /** Users whose name begins with the text, newest first. */
  listByName(typed: string, limit: number): Promise<User[]>;
  /** Locked until the transaction ends. */
  lock(tx: Tx, id: string): Promise<User | null>;
  /**
   * Absent fields stay unchanged. A hold is only extended. Throws PostgreSQL's 23505 for an e-mail or mobile that
   * is taken.
   */
  update(tx: Queryable, id: string, changes: UserChanges): Promise<void>;
  /** Null if the e-mail is taken. */
  create(
    tx: Queryable,
    person: Pick<NewUser, 'email' | 'language' | 'inviterId'> & { passwordHash: string | null },
  ): Promise<string | null>;
  /** Ends all sessions except the given one immediately. */
  endSessions(tx: Queryable, userId: string, except?: string): Promise<void>;
  /** Cancels pending log-ins and password resets. */
  endSteps(tx: Tx, userId: string): Promise<void>;
  /**
   * Restores access of a user whom staff has identified again, by the new address or (null) by codes to the current
   * one; returns until when withdrawals are held. Throws PostgreSQL's 23505 for an address that is taken.
   */
  recover(tx: Tx, userId: string, newEmail: string | null): Promise<Date>;
  /** Uses up the session's proof for this change, in the transaction that makes it. CONFIRMATION_NEEDED (`change`). */
  consumeProof(tx: Tx, caller: Caller, change: StepUpChange): Promise<void>;
  /**
   * Checks the current state of the key that requests a withdrawal, and returns its limit. Throws like
   * `authorizeWithdrawingKey`.
   */
  authorizeWithdrawingKey(tx: Tx, caller: Caller): Promise<{ id: string; withdrawalLimit: bigint | null }>;
  /** For a notice: a link that freezes the account without a log-in. */
  createFreezeLink(userId: string): string;
  readStaffRoles(userId: string): Promise<StaffRole[]>;
  addStaffRole(tx: Queryable, userId: string, role: StaffRole): Promise<void>;
  /** Drops cached data and live connections of the user. */
  publishUserChange(userId: string): void;
}

export function createPeople(context: IdentityContext): People {
  const { db } = context;
  return {
    find: (id, connection = db) => findUser(connection, id),
    findByEmail: (email) => findUserByEmail(db, email),
    findByMobile: (mobile, connection = db) => findUserByMobile(connection, mobile),
    findAll: async (ids, connection = db) =>
      new Map((await findUsers(connection, ids)).map((user) => [user.id, user])),
    list: (filter, page) => listUsers(db, filter, page),
    listByName: (namePrefix, limit) => findByName(db, namePrefix, limit),
    lock: lockUser,
    update: updateUser,
    async create(tx, { passwordHash, ...person }) {
      const id = newId();
      const passwordEncrypted = passwordHash === null ? null : sealPassword(context, id, passwordHash);
      const user = { ...person, id, passwordEncrypted, referralCode: newReferralCode() };
      return (await insertUser(tx, user, context.now())) ? id : null;
    },
    endSessions: (tx, userId, except) => revokeSessions(tx, userId, context.now(), except ?? null),
    endSteps: (tx, userId) => cancelPendingAuth(tx, userId, context.now()),
    recover: (tx, userId, newEmail) => recoverPerson(context, tx, userId, newEmail),
    consumeProof: (tx, caller, change) => consumeStepUpProof(context, tx, caller, change),
    authorizeWithdrawingKey: (tx, caller) => authorizeWithdrawingKey(context, tx, caller),
    createFreezeLink: (userId) => createFreezeLink(context, userId),
    readStaffRoles: (userId) => readRoles(db, userId),
    async addStaffRole(tx, userId, role) {
      await addRole(tx, userId, role, context.now());
    },
    publishUserChange: (userId) => context.bus.publish('user', { userId }),
  };
}
