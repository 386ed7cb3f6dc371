import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IdentityKit, identityKit } from '../../test/identity.ts';
import { addPerson, addSession } from '../../test/people.ts';
import { tellAnnouncements } from './tell-announcements.ts';

let kit: IdentityKit;
beforeAll(async () => {
  kit = await identityKit();
});
afterAll(() => kit.close());

const DAY = 86_400_000;
const deps = () => ({
  db: kit.db,
  clock: kit.clock,
  people: kit.identity.people,
  notifyAll: kit.messaging.notifyAll,
});
const at = (days: number) => new Date(kit.clock.now() + days * DAY);
const publish = (slug: string, publishedAt: Date, state = 'PUBLISHED', language = 'fa') =>
  sql`insert into articles (kind, slug, language, title, body, place, state, published_at)
    values ('ANNOUNCEMENT', ${slug}, ${language}, ${`${slug} ${language}`}, 'text', 1, ${state}, ${publishedAt})`.execute(
    kit.db,
  );
const told = async (userId: string) => {
  const token = await addSession(kit.db, userId, { now: new Date(kit.clock.now()) });
  const { body } = await kit.call('GET', '/notices', { token, language: 'en' });
  return body.content.map(({ title }: { title: string }) => title);
};

it('tells everybody who was here lately, each once, in their language, whatever breaks off', async () => {
  const present = await Promise.all(
    Array.from({ length: 7 }, (_, i) => addPerson(kit.db, { email: `reader${i}@news.test` })),
  );
  for (const id of present) await addSession(kit.db, id, { now: at(-10) });
  const [gone, never] = [
    await addPerson(kit.db, { email: 'gone@news.test' }),
    await addPerson(kit.db, { email: 'never@news.test' }),
  ];
  await addSession(kit.db, gone, { now: at(-40) });
  await publish('new-market', at(-1));
  await publish('new-market', at(-1), 'PUBLISHED', 'en');
  await publish('old-news', at(-30));
  await publish('later', at(2));
  await publish('unfinished', at(-1), 'DRAFT');

  let bites = 0;
  const breaking = {
    ...deps(),
    notifyAll: (...given: Parameters<typeof kit.messaging.notifyAll>) => {
      bites += 1;
      return bites === 2 ? Promise.reject(new Error('killed')) : kit.messaging.notifyAll(...given);
    },
  };
  await expect(tellAnnouncements(breaking, 3)).rejects.toThrow('killed');
  await Promise.all([tellAnnouncements(deps(), 3), tellAnnouncements(deps(), 3)]);
  await tellAnnouncements(deps(), 3);
  for (const id of present) expect(await told(id)).toEqual(['new-market en']);
  expect([await told(gone), await told(never)]).toEqual([[], []]);

  kit.clock.advance(3 * DAY);
  await tellAnnouncements(deps());
  for (const id of present) expect(await told(id)).toEqual(['later fa', 'new-market en']);
});
