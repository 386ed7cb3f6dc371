import { formatAmount } from '@sarraf/domain';
import { listStaff, recipientOf } from '../identity/index.ts';
import type { Tx } from '../platform/database/database.ts';
import {
  type Checkpoints,
  type ContinuousAudit,
  createContinuousAudit,
  type WatchDeps,
} from '../watch/index.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import type { Money } from './money.ts';
import { createWitnesses } from './vendors.ts';

/** Creates the continuous audit, with what it can stop and whom it notifies. */
export function composeWatch(
  base: Infrastructure & { checkpoints: Checkpoints },
  { identity, messaging, emailsOf }: Foundations,
  { custody }: Money,
  followerProgress: WatchDeps['followerProgress'],
): ContinuousAudit {
  const { db, config } = base;
  return createContinuousAudit({
    ...base,
    followerProgress,
    booksKey: config.BOOKS_KEY,
    witnesses: createWitnesses(config),
    emailsOf,
    halt: custody.haltWithdrawals,
    async findShortages() {
      const short = (await custody.readReserves()).filter(({ alarm }) => alarm === 'SHORT');
      return short.map(({ asset, tokenType, liabilities }) => ({
        asset,
        tokenType,
        liabilities: formatAmount(liabilities, asset),
      }));
    },
    /** Notifies the staff members who can inspect the ledger and stop or resume outgoing payments. */
    async tellStaff(tx: Tx, law: string) {
      const staff = await listStaff(db);
      const emails = staff.flatMap(({ email, roles }) =>
        roles.includes('admin') || roles.includes('treasury') ? [email] : [],
      );
      const people = await Promise.all(emails.map((email) => identity.people.findByEmail(email)));
      await messaging.notifyAll(
        tx,
        people.flatMap((user) =>
          user ? [{ to: recipientOf(user), notice: { kind: 'BOOKS_BROKEN', law } as const }] : [],
        ),
      );
    },
  });
}
