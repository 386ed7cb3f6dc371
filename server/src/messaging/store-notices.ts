import type { Bus } from '../platform/bus/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db, Tx } from '../platform/database/database.ts';
import { newId } from '../platform/ids.ts';
import { enqueue, type Job } from '../platform/jobs/jobs.ts';
import { type Secrets, toOwnedRowKey } from '../platform/secrets/secrets.ts';
import type { Notice } from './notice.ts';
import {
  countAllUnread,
  countUnreadNotices,
  deleteOldNotices,
  insertNotices,
  trimNotices,
} from './notice-store.ts';

export interface InboxDeps {
  db: Db;
  bus: Bus;
  clock: Clock;
  secrets: Secrets;
}

const ANNOUNCE_JOB = 'announce-notices';
const MAX_KEPT_PER_USER = 500;
export const NOTICE_RETENTION_MS = 90 * 86_400_000;
const CHUNK_SIZE = 1_000;
/** Maximum chunks per night; the remainder waits for the next. */
const MAX_CHUNKS = 500;
/** Maximum characters of a reply; the ticket has all of it. */
const MAX_TEXT = 300;

/** Stores notices for their recipients, and updates open pages once the transaction has committed. */
export async function storeNotices(
  { clock, secrets }: InboxDeps,
  tx: Tx,
  notices: readonly { userId: string; notice: Notice }[],
): Promise<void> {
  if (notices.length === 0) return;
  const createdAt = new Date(clock.now());
  await insertNotices(
    tx,
    notices.map(({ userId, notice }) => {
      const id = newId();
      const text = JSON.stringify(shortenForInbox(notice));
      const about = secrets.encrypt(text, 'notices.about_encrypted', toOwnedRowKey(id, userId));
      return { id, userId, kind: notice.kind, about, createdAt };
    }),
  );
  await enqueue(tx, ANNOUNCE_JOB, { people: [...new Set(notices.map(({ userId }) => userId))] });
}

/** Shortens a notice for the inbox: without the rest of a long reply, and without the freeze link. */
function shortenForInbox(notice: Notice): Notice {
  if ('freeze' in notice) {
    const { freeze: _, ...content } = notice;
    return content as Notice;
  }
  return notice.kind === 'TICKET_ANSWERED' && notice.text.length > MAX_TEXT
    ? { ...notice, text: `${[...notice.text].slice(0, MAX_TEXT).join('')}…` }
    : notice;
}

/** Publishes the number of unread notices to a user's open pages, in every process. */
export async function publishUnread({ db, bus }: InboxDeps, userId: string): Promise<number> {
  const unread = await countUnreadNotices(db, userId);
  bus.publish('notices', { userId, unread });
  return unread;
}

/** The same for many users together; a burst of filled orders concerns dozens, twice a second. */
async function publishUnreadOfMany({ db, bus }: InboxDeps, userIds: readonly string[]): Promise<void> {
  await trimNotices(db, userIds, MAX_KEPT_PER_USER);
  for (const [userId, unread] of await countAllUnread(db, userIds))
    bus.publish('notices', { userId, unread });
}

export const createInboxJobs = (deps: InboxDeps): Job[] => [
  {
    name: ANNOUNCE_JOB,
    run: (payload) => publishUnreadOfMany(deps, (payload as { people: string[] }).people),
  },
  {
    name: 'forget-notices',
    cron: '23 0 * * *',
    async run() {
      const before = new Date(deps.clock.now() - NOTICE_RETENTION_MS);
      for (let i = 0; i < MAX_CHUNKS; i += 1)
        if ((await deleteOldNotices(deps.db, before, CHUNK_SIZE)) < CHUNK_SIZE) return;
    },
  },
];
