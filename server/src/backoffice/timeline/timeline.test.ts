import type { TimelineEntry } from '@sarraf/domain/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BackofficeFixture,
  createBackofficeFixture,
  type SignedInUser,
} from '../../../test/backoffice.ts';
import { newId } from '../../platform/ids.ts';

let context: BackofficeFixture;
let support: SignedInUser;
let kyc: SignedInUser;
let ann: SignedInUser;
const REASON = 'ticket 4711';

beforeAll(async () => {
  context = await createBackofficeFixture();
  support = await context.staff('support@sarraf.test', 'support');
  kyc = await context.staff('kyc@sarraf.test', 'kyc');
  ann = await context.person({ email: 'ann@sarraf.test' });
});
afterAll(() => context.close());

interface StoryPage {
  content: TimelineEntry[];
  nextCursor: string | null;
}

async function page(by: SignedInUser, size: number, cursor: string | null): Promise<StoryPage> {
  const query = new URLSearchParams({ size: String(size), reason: REASON, ...(cursor && { cursor }) });
  const { status, body } = await context.get(by, `/people/${ann.id}/timeline?${query}`);
  expect(status).toBe(200);
  return body;
}

/** Reads the whole timeline, page by page. */
async function story(by: SignedInUser, size: number): Promise<{ entries: TimelineEntry[]; pages: number }> {
  const entries: TimelineEntry[] = [];
  let pages = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { content, nextCursor }: StoryPage = await page(by, size, cursor || null);
    entries.push(...content);
    pages += 1;
    cursor = nextCursor;
    expect(pages).toBeLessThan(100);
  }
  return { entries, pages };
}

const minutesAgo = (minutes: number): Date => new Date(context.clock.now() - minutes * 60_000);

async function login(minutes: number, browser: string): Promise<void> {
  await sql`insert into login_attempts (id, user_id, successful, created_at, os_type, device_type, browser, ip)
    values (${newId()}, ${ann.id}, true, ${minutesAgo(minutes)}, 'Android', 'phone',
      ${browser}, '127.0.0.1')`.execute(context.db);
}

describe('a user’s timeline', () => {
  it('merges all tables by time, names each new device once, and continues past hundreds of log-ins', async () => {
    await login(5_000, 'Firefox');
    for (let n = 0; n < 230; n += 1) await login(4_000 - n * 10, 'Chrome');
    const at = minutesAgo(3_000);
    await sql`insert into withdrawals (id, user_id, asset, token_type, address, amount, fee, state, created_at)
      values (${newId()}, ${ann.id}, 'BITCOIN', 'BTC', 'bc1qstory', 12500000, 1000, 'REFUSED', ${at})`.execute(
      context.db,
    );
    const requestedAt = minutesAgo(2_500);
    await sql`insert into tickets (id, number, user_id, language, subject_encrypted, topic, since, created_at, updated_at)
      values (${newId()}, 20000001, ${ann.id}, 'fa', ''::bytea, 'WITHDRAWAL', ${requestedAt}, ${requestedAt}, ${requestedAt})`.execute(
      context.db,
    );
    await context.act(support, `/people/${ann.id}/block`, { reason: 'asked for it herself' });
    const { entries, pages } = await story(kyc, 3);
    expect(pages).toBeGreaterThan(2);
    const listedEntries = entries.filter(({ action }) => action !== 'person story read');
    const times = listedEntries.map(({ at: time }) => Date.parse(time));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
    // The sign-up time is when the fixture created the user: now.
    expect(listedEntries.map(({ kind }) => kind).sort()).toEqual(
      ['ACT', 'SIGN_UP', 'TICKET', 'WITHDRAWAL', 'NEW_DEVICE', 'NEW_DEVICE'].sort(),
    );
    expect(listedEntries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'ACT',
          action: 'person blocked',
          actor: support.email,
          detail: JSON.stringify({ reason: 'asked for it herself' }),
        }),
        expect.objectContaining({
          kind: 'WITHDRAWAL',
          state: 'REFUSED',
          amount: '0.12500000',
          relatedCoin: 'BITCOIN',
        }),
        expect.objectContaining({ kind: 'TICKET', number: 20000001, topic: 'WITHDRAWAL', state: 'OPEN' }),
        expect.objectContaining({
          kind: 'NEW_DEVICE',
          browser: 'Firefox',
          osType: 'Android',
          at: minutesAgo(5_000).toISOString(),
        }),
      ]),
    );
  });

  it('is audited like reading the user’s data: the reason is logged before anything is sent', async () => {
    const before = (await context.listAuditEntries(ann.id)).length;
    await page(support, 5, null);
    const added = (await context.listAuditEntries(ann.id)).slice(before);
    expect(added).toEqual([{ actorId: support.id, action: 'person story read', detail: { reason: REASON } }]);
    expect((await context.get(support, `/people/${ann.id}/timeline?size=5`)).status).toBe(400);
  });

  it('refuses a malformed cursor', async () => {
    for (const cursor of ['x1', 'a', 'a1.w2', `o${'z'.repeat(36)}`, 's1', 'adone']) {
      const { status } = await context.get(
        support,
        `/people/${ann.id}/timeline?reason=${REASON}&cursor=${cursor}`,
      );
      expect(status, cursor).toBe(400);
    }
  });
});
