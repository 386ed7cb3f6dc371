import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import { addPerson, addSession } from '../../test/people.ts';
import { notifyAnnouncements } from './notify-announcements.ts';

let context: IdentityFixture;
beforeAll(async () => {
  context = await createIdentityFixture();
});
afterAll(() => context.close());

const DAY = 86_400_000;
const deps = () => ({
  readFigures: async () => new Map<string, string | null>(),
  db: context.db,
  clock: context.clock,
  people: context.identity.people,
  notifyAll: context.messaging.notifyAll,
});
const at = (days: number) => new Date(context.clock.now() + days * DAY);
const publish = (slug: string, publishedAt: Date, state = 'PUBLISHED', language = 'fa') =>
  sql`insert into articles (kind, slug, language, title, body, place, state, published_at)
    values ('ANNOUNCEMENT', ${slug}, ${language}, ${`${slug} ${language}`}, 'text', 1, ${state}, ${publishedAt})`.execute(
    context.db,
  );
const noticesOf = async (userId: string) => {
  const token = await addSession(context.db, userId, { now: new Date(context.clock.now()) });
  const { body } = await context.call('GET', '/notices', { token, language: 'en' });
  return body.content.map(({ title }: { title: string }) => title);
};

it('an announcement notifies everyone who was active lately, each once, in their language, despite crashes', async () => {
  const present = await Promise.all(
    Array.from({ length: 7 }, (_, i) => addPerson(context.db, { email: `reader${i}@news.test` })),
  );
  for (const id of present) await addSession(context.db, id, { now: at(-10) });
  const [gone, never] = [
    await addPerson(context.db, { email: 'gone@news.test' }),
    await addPerson(context.db, { email: 'never@news.test' }),
  ];
  await addSession(context.db, gone, { now: at(-40) });
  await publish('new-market', at(-1));
  await publish('new-market', at(-1), 'PUBLISHED', 'en');
  await publish('old-news', at(-30));
  await publish('later', at(2));
  await publish('unfinished', at(-1), 'DRAFT');

  let bites = 0;
  const breaking = {
    ...deps(),
    notifyAll: (...args: Parameters<typeof context.messaging.notifyAll>) => {
      bites += 1;
      return bites === 2 ? Promise.reject(new Error('killed')) : context.messaging.notifyAll(...args);
    },
  };
  await expect(notifyAnnouncements(breaking, 3)).rejects.toThrow('killed');
  await Promise.all([notifyAnnouncements(deps(), 3), notifyAnnouncements(deps(), 3)]);
  await notifyAnnouncements(deps(), 3);
  for (const id of present) expect(await noticesOf(id)).toEqual(['new-market en']);
  expect([await noticesOf(gone), await noticesOf(never)]).toEqual([[], []]);

  context.clock.advance(3 * DAY);
  await notifyAnnouncements(deps());
  for (const id of present) expect(await noticesOf(id)).toEqual(['later fa', 'new-market en']);
});
