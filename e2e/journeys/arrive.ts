/** Signs users in for journeys that don't test signing in. */
import { sql } from 'kysely';
import { addSession } from '../../server/test/people.ts';
import type { Screen } from '../screen.ts';
import type { TestServerContext } from '../stage.ts';

/** Returns the token of a new session, without a code that another journey could take for its own. */
export async function openSession({ db, now }: TestServerContext, email: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from users where email = ${email}`.execute(db);
  if (!rows[0]) throw new Error(`There is no ${email}.`);
  return addSession(db, rows[0].id, { now: now() });
}

/** The same in a browser. */
export async function openSignedIn(
  { page }: Screen,
  stage: TestServerContext,
  email: string,
): Promise<string> {
  const token = await openSession(stage, email);
  const value = encodeURIComponent(`Bearer ${token}`);
  await page.context().addCookies([{ name: 'sarraf_token', value, url: stage.url }]);
  return token;
}
