/** Messaging on its own database, with channels that fail on request and a readable log. */

import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { createMessaging, type MessagingDeps, type Notice, type Recipient } from '../src/messaging/index.ts';
import type { Mail, TextMessage } from '../src/messaging/ports.ts';
import { createBus } from '../src/platform/bus/bus.ts';
import { manualClock } from '../src/platform/clock.ts';
import type { Config } from '../src/platform/config/config.ts';
import type { Db } from '../src/platform/database/database.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets } from '../src/platform/secrets/secrets.ts';
import { createTestDatabase } from './database.ts';
import { sendWaitingNotices } from './notices.ts';
import { openTestDatabase } from './open-database.ts';

const rate = { max: 1000, windowMs: 1000 };
export const RECIPIENT: Recipient = {
  userId: null,
  email: 'ann@sarraf.test',
  mobile: '+989121234567',
  language: 'en',
};
const NOTICE: Notice = { kind: 'PASSWORD_CHANGED', heldUntil: '2026-01-02T00:00:00.000Z' };

export const PRICE_ALERT: Notice = {
  kind: 'PRICE_ALERT',
  coin: 'BITCOIN',
  quote: 'TOMAN',
  direction: 'ABOVE',
  threshold: '10000000000',
  price: '10000001000',
  at: '2026-01-01T10:00:00.000Z',
  repeat: 'ONCE',
};

export async function createMessagingDatabase() {
  const database = await createTestDatabase();
  const { db, close } = openTestDatabase(database.url, 4);
  return {
    db,
    url: database.url,
    /** As after a start, with `perHour` SMS allowed. */
    open: (perHour = 100, more: Partial<MessagingDeps> = {}) =>
      createMessagingFixture({ db, url: database.url }, perHour, more),
    /** Makes failed jobs due immediately. */
    hurry: () => sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(db),
    async clear() {
      await sql`delete from graphile_worker._private_jobs`.execute(db);
      await sql`delete from limit_counters`.execute(db);
    },
    async close() {
      await close();
      await database.drop();
    },
  };
}

function createMessagingFixture(
  { db, url }: { db: Db; url: string },
  perHour: number,
  more: Partial<MessagingDeps>,
) {
  const clock = manualClock();
  const bus = createBus();
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const outbox: { mails: Mail[]; texts: TextMessage[] } = { mails: [], texts: [] };
  const fail: { mail: Error | null; text: Error | null } = { mail: null, text: null };
  const config = {
    sandbox: true,
    TRUST_PROXY: false,
    SMS_PER_HOUR: perHour,
    rates: { read: rate, write: rate },
  } as Config;
  const deps: MessagingDeps = {
    config,
    db,
    bus,
    clock,
    secrets: createSecrets([Buffer.alloc(32, 7)]),
    log,
    mailer: {
      async send(mail) {
        if (fail.mail) throw fail.mail;
        outbox.mails.push(mail);
      },
      close() {},
    },
    texter: {
      async send(text) {
        if (fail.text) throw fail.text;
        outbox.texts.push(text);
      },
      canReach: (mobile) => mobile.startsWith('+98'),
      close() {},
    },
    ...more,
  };
  // A messaging that was stopped has sent its queue, and accepts new messages.
  const messaging = createMessaging(deps);
  return {
    bus,
    clock,
    config,
    fail,
    lines,
    log,
    messaging,
    outbox,
    code: (channel: 'EMAIL' | 'SMS', to: string, purpose: 'LOGIN' | 'MOBILE' = 'LOGIN') =>
      messaging.codeSender.sendCode({
        channel,
        to,
        language: 'en',
        purpose,
        code: String(randomInt(100_000, 1_000_000)),
        seconds: 120,
      }),
    notify: (to = RECIPIENT, notice = NOTICE) =>
      db.transaction().execute((tx) => messaging.notify(tx, to, notice)),
    drain: () => sendWaitingNotices(url, messaging.jobs),
  };
}
