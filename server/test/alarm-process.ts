// A separate worker that raises one alarm and hangs while sending it, for a test that kills it. Arguments: database
// URL, id and e-mail address of the staff member.
import { createAlarms } from '../src/alarms/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { createAlarmFixture } from './alarms.ts';
import { TEST_AUDIT_KEY } from './keys.ts';

const [url = '', userId = '', email = ''] = process.argv.slice(2);
const { db } = openDatabase(url, 6, TEST_AUDIT_KEY);
const reader = { to: { userId, email, mobile: null, language: 'en' as const }, admin: true };
const { deps } = createAlarmFixture(db, [reader]);
const alarms = createAlarms({
  ...deps,
  clock: systemClock,
  messaging: {
    ...deps.messaging,
    sendNow() {
      process.stdout.write('sending\n');
      return new Promise(() => {});
    },
  },
});
alarms.start([
  { name: 'test', everyMs: 100, look: async () => ({ findings: [{ kind: 'LAW_BROKEN', subject: '' }] }) },
]);
