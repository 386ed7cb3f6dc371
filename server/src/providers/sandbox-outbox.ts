import { toLatinDigits } from '@sarraf/domain';
import type { OutboxMessage } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Mailer } from '../messaging/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';

const MAX_LISTED = 100;
const MAX_KEPT = 10_000;
/** Rows are counted once in so many, so that a message costs one insert. */
const SWEEP_EVERY = 200;

/** Sandbox twin of the mail server: keeps the newest messages instead of sending them. */
export function createSandboxOutbox({
  db,
  clock,
  maxKept = MAX_KEPT,
  sweepEvery = SWEEP_EVERY,
}: {
  db: Db;
  clock: Clock;
  maxKept?: number;
  sweepEvery?: number;
}): Required<Mailer> {
  let sinceSweep = 0;

  async function sweep(): Promise<void> {
    await sql`delete from sandbox_outbox where id <=
      (select id from sandbox_outbox order by id desc offset ${maxKept} limit 1)`.execute(db);
  }

  return {
    async send(mail) {
      await sql`insert into sandbox_outbox (id, recipient, channel, subject, body, code, created_at)
        values (${newId()}, ${mail.to}, 'EMAIL', ${mail.subject}, ${mail.text}, ${mail.code},
          ${new Date(clock.now())})`.execute(db);
      sinceSweep += 1;
      if (sinceSweep < sweepEvery) return;
      sinceSweep = 0;
      await sweep();
    },
    async list(to) {
      const recipient = to === undefined ? null : toLatinDigits(to.trim().toLowerCase());
      const { rows } = await sql<Omit<OutboxMessage, 'at'> & { at: Date }>`
        select recipient as "to", channel, subject, body as text, code, created_at as at from sandbox_outbox
        ${recipient === null ? sql`` : sql`where recipient = ${recipient}`}
        order by id desc limit ${MAX_LISTED}`.execute(db);
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
    close() {},
  };
}
