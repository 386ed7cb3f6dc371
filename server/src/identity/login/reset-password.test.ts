import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture, PASSWORD } from '../../../test/identity.ts';
import { verifyMobile } from '../../../test/two-step.ts';
import { waitForLockWaiter } from '../../../test/waiting.ts';
import { WIDE_LIMITS } from '../codes/limits.ts';

let context: IdentityFixture;
beforeAll(async () => {
  context = await createIdentityFixture({ limits: WIDE_LIMITS });
});
afterAll(() => context.close());

const idOf = async (token: string) => (await context.identity.authenticate(token))?.userId ?? '';
const askReset = async (email: string) => {
  await context.post('/users/forget-password', { email });
  return context.codeFor(email);
};
const ticketFor = async (email: string): Promise<string> =>
  (await context.post('/users/forget-password/check', { email, code: await askReset(email) })).body.baseDTO
    .ticket;

it.each([
  ['code', askReset],
  ['ticket', ticketFor],
])(
  'a password reset by %s and a concurrent block wait for each other without a deadlock',
  async (kind, get) => {
    const email = `${kind}@sarraf.test`;
    const id = await idOf(await context.signUp(email));
    const code = await get(email);
    const reset = await context.db.transaction().execute(async (tx) => {
      await context.identity.people.lock(tx, id);
      const reply = context.post('/users/reset-password', {
        username: email,
        code,
        password: 'Another-7-valley',
      });
      await waitForLockWaiter(context.db);
      await context.identity.people.endSteps(tx, id);
      return { reply };
    });
    const { status, body } = await reset.reply;
    expect([status, body.message]).toEqual([400, 'Code Expired']);
    expect((await context.login(email)).status).toBe(200);
  },
);

it('a session is not confirmed by a code of a previous two-step method', async () => {
  const email = 'left@sarraf.test';
  const token = await context.signUp(email);
  await context.call('POST', '/users/step-up/send-code', { token, body: {} });
  const code = await context.codeFor(email);
  await verifyMobile(context, email, '+989121230001');
  await sql`update users set two_step_method = 'SMS' where email = ${email}`.execute(context.db);
  await context.call('POST', '/users/step-up/send-code', { token, body: {} });
  const answer = await context.call('POST', '/users/step-up', { token, body: { password: PASSWORD, code } });
  expect([answer.status, answer.body.message]).toEqual([400, 'Incorrect OTP']);
});

it('text that the database can’t store is refused as a bad request', async () => {
  const email = 'nul@sarraf.test';
  await context.signUp(email);
  const visit = { email, password: 'Wrong-7-password', osType: 'Linux\u0000' };
  const answer = await context.post('/users/login', visit);
  expect([answer.status, answer.body.message, answer.body.errors]).toEqual([400, 'BAD_REQUEST', ['body']]);
});
