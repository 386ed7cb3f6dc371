import { normalizeMobile, toLatinDigits } from '@sarraf/domain';
import type { OutboxMessage } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import type { Mailer, Outbox, Texter } from '../messaging/ports.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';

const MAX_LISTED = 100;
const MAX_KEPT = 10_000;
/** Rows are pruned once in this many messages, so that a message costs one insert. */
const SWEEP_EVERY = 200;

export interface SandboxOutbox extends Outbox {
  /** The texter accepts every number. */
  ways: { mailer: Mailer; texter: Texter };
  /** Stores a message instead of sending it. */
  storeMessage(message: Omit<OutboxMessage, 'at'>): Promise<void>;
}

/** Simulator of mail server and SMS provider: stores the newest messages instead of sending them. */
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
}): SandboxOutbox {
  let sinceSweep = 0;

  async function keep(message: Omit<OutboxMessage, 'at'>): Promise<void> {
    const { to, channel, subject, text, code } = message;
    await sql`insert into sandbox_outbox (id, recipient, channel, subject, body, code, created_at)
      values (${newId()}, ${to}, ${channel}, ${subject}, ${text}, ${code}, ${new Date(clock.now())})`.execute(
      db,
    );
    sinceSweep += 1;
    if (sinceSweep < sweepEvery) return;
    sinceSweep = 0;
    await sql`delete from sandbox_outbox where id <=
      (select id from sandbox_outbox order by id desc offset ${maxKept} limit 1)`.execute(db);
  }

  return {
    storeMessage: keep,
    ways: {
      mailer: {
        send: ({ to, subject, text, code }) => keep({ to, channel: 'EMAIL', subject, text, code }),
        close() {},
      },
      texter: {
        send: ({ to, text, code }) => keep({ to, channel: 'SMS', subject: '', text, code }),
        canReach: () => true,
        close() {},
      },
    },
    async list(to) {
      const { rows } = await sql<Omit<OutboxMessage, 'at'> & { at: Date }>`
        select recipient as "to", channel, subject, body as text, code, created_at as at from sandbox_outbox
        ${to === undefined ? sql`` : sql`where recipient = any(${possibleRecipients(to)})`}
        order by id desc limit ${MAX_LISTED}`.execute(db);
      return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    },
  };
}

/**
 * Returns possible recipients: an address, or a number with its prefix, without it as in Iran, or with a + that the
 * URL decoding removed.
 */
function possibleRecipients(input: string): string[] {
  const plain = toLatinDigits(input.trim().toLowerCase());
  if (plain.includes('@')) return [plain];
  const iranian = normalizeMobile(plain, '+98');
  const number = `+${plain.replace(/[\s()+-]/g, '').replace(/^00/, '')}`;
  return iranian === null || iranian === 'PREFIX' ? [number] : [number, iranian];
}
