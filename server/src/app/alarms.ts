import { type Alarms, createAlarms } from '../alarms/index.ts';
import { listStaff, recipientOf } from '../identity/index.ts';
import type { Foundations, Infrastructure } from './foundations.ts';
import { createAlarmCallers } from './vendors.ts';

/** Creates the alarms with their recipients among staff. */
export function composeAlarms(
  base: Pick<Infrastructure, 'config' | 'db' | 'clock' | 'log'>,
  { identity, messaging, emailsOf, outbox }: Foundations,
): Alarms {
  const { config, db, clock } = base;
  return createAlarms({
    ...base,
    messaging,
    emailsOf,
    callers: createAlarmCallers(config, clock, outbox),
    async readers() {
      const staff = (await listStaff(db)).filter(
        ({ roles }) => roles.includes('admin') || roles.includes('treasury'),
      );
      const recipients = await Promise.all(
        staff.map(async ({ email, roles }) => {
          const user = await identity.people.findByEmail(email);
          if (!user) return null;
          return { to: { ...recipientOf(user), userId: user.id, email }, admin: roles.includes('admin') };
        }),
      );
      return recipients.filter((reader) => reader !== null);
    },
  });
}
