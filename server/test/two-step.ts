/** An authenticator app, and users who have one. */
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { IdentityFixture } from './identity.ts';

/** The app's code this many steps of 30 s from now. */
export const createAppCode = (context: { clock: { now(): number } }, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: context.clock.now() + steps * 30_000,
  });

/** Makes the authenticator the signed-in user's method; the used code is that of the current step. */
export async function enrolAuthenticator(
  context: IdentityFixture,
  token: string,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const reply = await context.callProved('POST', `${SEND}GOOGLE_AUTHENTICATOR`, { token });
  const { secret } = reply.body.baseDTO;
  const path = `/users/change-otp?twoStepAuthorization=GOOGLE_AUTHENTICATOR&code=${createAppCode(context, secret)}`;
  const done = await context.callProved('POST', path, { token });
  if (done.status !== 200) throw new Error(JSON.stringify(done.body));
  return { secret, recoveryCodes: done.body.baseDTO.recoveryCodes };
}

const SEND = '/users/send-verification-code?twoStepAuthorization=';

/** Marks this number as verified by the user. */
export async function verifyMobile(context: IdentityFixture, email: string, mobile: string): Promise<void> {
  await sql`update users set mobile = ${mobile}, mobile_verified_at = created_at where email = ${email}`.execute(
    context.db,
  );
}
