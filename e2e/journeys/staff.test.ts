/** A staff member signs in with the authenticator, and decides about a verification. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/src/platform/clock.ts';
import { addSession } from '../../server/test/people.ts';
import { call } from '../../server/test/running-server.ts';
import { appCode } from '../../server/test/two-step.ts';
import { foreignForm, jpegImage, multipart } from '../../server/test/verification.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { codeFor, logIn, PASSWORD } from '../steps.ts';

const stage = useTestServer({ journey: true });
const REVIEWER = 'reviewer@sarraf.test';
const APPLICANT = { firstName: 'Anna', lastName: 'Weber' };
const NAME = `${APPLICANT.firstName} ${APPLICANT.lastName}`;

/** Signs up by the API, since the form is another journey; returns the token. */
async function signUp(email: string): Promise<string> {
  await call(stage.url, 'POST', '/users/register', { body: { email, password: PASSWORD } });
  const code = await codeFor(stage.url, email);
  const { body } = await call(stage.url, 'POST', '/users/check-otp-code', { body: { email, code } });
  return body.token;
}

/** Returns the token of a user who waits for the staff. */
async function apply(): Promise<string> {
  const token = await signUp('applicant@sarraf.test');
  const form = foreignForm({ ...APPLICANT, nationalCode: 'L01X00T47' });
  const { payload, headers } = await multipart(form, { image: await jpegImage('slategray', 900, 560) });
  const authorization = `Bearer ${token}`;
  const sent = { method: 'POST', headers: { ...headers, authorization }, body: payload };
  expect((await fetch(`${stage.url}/api/users/account`, sent)).status).toBe(200);
  return token;
}

async function stateOf(token: string): Promise<string> {
  const { body } = await call(stage.url, 'GET', '/users/account', { token });
  return body.baseDTO.authenticationType;
}

/** A reviewer with an authenticator; returns the app's seed. */
async function hire(): Promise<string> {
  await signUp(REVIEWER);
  const { rows } = await sql<{ id: string }>`insert into staff (user_id, role, added_at)
    select id, 'kyc', ${stage.now()} from users where email = ${REVIEWER}
    returning user_id as id`.execute(stage.db);
  const token = await addSession(stage.db, rows[0]?.id ?? '', { proved: 'TWO_STEP' });
  const method = 'twoStepAuthorization=GOOGLE_AUTHENTICATOR';
  const begun = await call(stage.url, 'POST', `/users/send-verification-code?${method}`, { token });
  const { secret } = begun.body.baseDTO;
  const code = appCode({ clock: systemClock }, secret);
  const done = await call(stage.url, 'POST', `/users/change-otp?${method}&code=${code}`, { token });
  expect(done.status).toBe(200);
  return secret;
}

async function approve(screen: Screen): Promise<void> {
  const { page } = screen;
  await page.goto('/backoffice/reviews');
  await page.getByRole('link', { name: NAME, exact: true }).click();
  await screen.only('button', 'backoffice.documents.show').click();
  await page.getByRole('img', { name: screen.saying('backoffice.documents.alt') }).waitFor();
  await screen.only('button', 'backoffice.decision.approve').click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await screen.only('button', 'backoffice.decision.approveConfirm', {}, dialog).click();
  await page.getByText(screen.say('backoffice.decision.doneAPPROVE'), { exact: true }).waitFor();
}

it('a reviewer signs in with the authenticator, opens a user’s data, and approves them', async () => {
  const [applicant, secret] = await Promise.all([apply(), hire()]);
  expect(await stateOf(applicant)).toBe('PENDING');
  const screen = await stage.open({ language: 'en', theme: 'light', width: 1440, height: 900 });
  // The current code may have been used to set the app up, if this went fast.
  await logIn(screen, stage.url, REVIEWER, PASSWORD, async () => appCode({ clock: systemClock }, secret, 1));
  await approve(screen);
  expect(await stateOf(applicant)).toBe('AUTHORIZED');
  await screen.examine('staff');
  await screen.close();
});
