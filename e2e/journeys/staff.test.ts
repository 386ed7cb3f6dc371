/** A staff member signs in with the authenticator, and decides about a verification. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/src/platform/clock.ts';
import { addSession } from '../../server/test/people.ts';
import { callServer } from '../../server/test/running-server.ts';
import { createAppCode } from '../../server/test/two-step.ts';
import { createForeignForm, createJpeg, encodeMultipart } from '../../server/test/verification.ts';
import type { Screen } from '../screen.ts';
import { useTestServer } from '../stage.ts';
import { logIn, PASSWORD, readNewestCode } from '../steps.ts';

const stage = useTestServer({ journey: true });
const REVIEWER = 'reviewer@sarraf.test';
const APPLICANT = { firstName: 'Anna', lastName: 'Weber' };
const NAME = `${APPLICANT.firstName} ${APPLICANT.lastName}`;

/** Signs up by the API, since the form is another journey; returns the token. */
async function signUp(email: string): Promise<string> {
  await callServer(stage.url, 'POST', '/users/register', { body: { email, password: PASSWORD } });
  const code = await readNewestCode(stage.url, email);
  const { body } = await callServer(stage.url, 'POST', '/users/check-otp-code', { body: { email, code } });
  return body.token;
}

/** Returns the token of a user who waits for the staff. */
async function submitForm(): Promise<string> {
  const token = await signUp('applicant@sarraf.test');
  const form = createForeignForm({ ...APPLICANT, nationalCode: 'L01X00T47' });
  const { payload, headers } = await encodeMultipart(form, {
    image: await createJpeg('slategray', 900, 560),
  });
  const authorization = `Bearer ${token}`;
  const request = { method: 'POST', headers: { ...headers, authorization }, body: payload };
  expect((await fetch(`${stage.url}/api/users/account`, request)).status).toBe(200);
  return token;
}

async function readState(token: string): Promise<string> {
  const { body } = await callServer(stage.url, 'GET', '/users/account', { token });
  return body.baseDTO.authenticationType;
}

/** A reviewer with an authenticator; returns the app's seed. */
async function createReviewer(): Promise<string> {
  await signUp(REVIEWER);
  const { rows } = await sql<{ id: string }>`insert into staff (user_id, role, added_at)
    select id, 'kyc', ${stage.now()} from users where email = ${REVIEWER}
    returning user_id as id`.execute(stage.db);
  const token = await addSession(stage.db, rows[0]?.id ?? '', { proved: 'TWO_STEP' });
  const method = 'twoStepAuthorization=GOOGLE_AUTHENTICATOR';
  const reply = await callServer(stage.url, 'POST', `/users/send-verification-code?${method}`, { token });
  const { secret } = reply.body.baseDTO;
  const code = createAppCode({ clock: systemClock }, secret);
  const done = await callServer(stage.url, 'POST', `/users/change-otp?${method}&code=${code}`, { token });
  expect(done.status).toBe(200);
  return secret;
}

async function approveApplicant(screen: Screen): Promise<void> {
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
  const [applicant, secret] = await Promise.all([submitForm(), createReviewer()]);
  expect(await readState(applicant)).toBe('PENDING');
  const screen = await stage.open({ language: 'en', theme: 'light', width: 1440, height: 900 });
  // The current code may have been used to set the app up, if this went fast.
  await logIn(screen, stage.url, REVIEWER, PASSWORD, async () =>
    createAppCode({ clock: systemClock }, secret, 1),
  );
  await approveApplicant(screen);
  expect(await readState(applicant)).toBe('AUTHORIZED');
  await screen.examine('staff');
  await screen.close();
});
