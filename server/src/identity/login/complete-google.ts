import { AppError, normalizeEmail, pausablesForFeature } from '@sarraf/domain';
import type { TwoStepPrompt } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { clientNetworkKey } from '../../platform/http/network-address.ts';
import { createFreezeLink } from '../account/freeze-link.ts';
import { assertSettingsChangeable } from '../account/lock-settings.ts';
import type { BrowserLoginOrigin, IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import type { ExternalPerson, Language } from '../ports.ts';
import { findUser, findUserByEmail, insertLoginAttempt, lockUser, type SignUp, type User } from '../store.ts';
import { beginLogin } from './begin-login.ts';
import { loginRateKeyOf } from './client.ts';
import {
  consumeTicketRow,
  type ExternalSignInRow,
  findExternalUser,
  findGoogleTicket,
  insertExternalIdentity,
} from './google-store.ts';
import { createUser } from './make-person.ts';
import { attemptPassword } from './prove-password.ts';
import { passwordHashOf } from './sealed-password.ts';
import { digestToken } from './tokens.ts';

const TICKET_MS = 5 * 60_000;

export interface GoogleSignInRequest {
  ticket: string;
  /** Password of the account that already has the address. */
  password: string | undefined;
  language: Language;
}

export interface GoogleSignInResult {
  next: 'CODE' | 'PASSWORD';
  email: string;
  prompt?: TwoStepPrompt;
}

/**
 * Exchanges a ticket for the second step of signing in, which is always required. A Google user is identified by
 * issuer and subject alone; if the address already has an account, its password is required once, and links the
 * two.
 *
 * GOOGLE_FAILURE: the ticket is no longer valid, or the provider hasn't verified the address; PAUSED: no accounts
 * are created at present; Invalid Username Or Password; You Are Not Allowed To Login!: blocked; ACCOUNT_FROZEN,
 * SETTINGS_LOCKED (`until`): no way to sign in may be added now; TOO_MANY_REQUESTS (`retryAfter`);
 * SMS_OTP_UNAVAILABLE.
 */
export async function completeGoogle(
  context: IdentityContext,
  signInRequest: GoogleSignInRequest,
  loginOrigin: BrowserLoginOrigin,
): Promise<GoogleSignInResult> {
  const { password, language } = signInRequest;
  const since = new Date(context.clock.now() - TICKET_MS);
  const digest = digestToken(signInRequest.ticket);
  const row = await findGoogleTicket(context.db, digest, since);
  if (row === null) {
    loginOrigin.client.network.assertWithinBudget();
    throw new AppError('GOOGLE_FAILURE');
  }
  const person: ExternalPerson = JSON.parse(
    context.secrets.decrypt(row.secret, 'external_sign_ins.secret_encrypted', row.id),
  );
  const linkedUser = await findExternalUser(context.db, person.issuer, person.subject);
  if (linkedUser) {
    await context.db.transaction().execute((tx) => consumeTicket(tx, row));
    return requireCode(context, linkedUser, language, loginOrigin);
  }
  // An address that Google has not verified may be anybody's: it neither matches nor creates an account.
  const email = person.emailVerified ? normalizeEmail(person.email ?? '') : null;
  if (email === null) throw new AppError('GOOGLE_FAILURE');
  const owner = await findUserByEmail(context.db, email);
  if (owner && password === undefined) {
    // A concurrent call with the same ticket may just have created the account.
    if (await findGoogleTicket(context.db, digest, since)) return { next: 'PASSWORD', email };
    throw new AppError('GOOGLE_FAILURE');
  }
  if (owner) await checkPassword(context, owner, password as string, loginOrigin);
  if (!owner) context.refusePaused(pausablesForFeature('SIGN_UP'), context.clock.now());
  const userId = await context.db.transaction().execute(async (tx) => {
    await consumeTicket(tx, row);
    return owner
      ? linkGoogle(context, tx, person, owner)
      : createGoogleUser(context, tx, person, { ...row, email });
  });
  return requireCode(context, (await findUser(context.db, userId)) as User, language, loginOrigin);
}

/** A ticket works once, for the first of several calls. */
async function consumeTicket(tx: Tx, { id }: ExternalSignInRow): Promise<void> {
  if (!(await consumeTicketRow(tx, id))) throw new AppError('GOOGLE_FAILURE');
}

/** Checks the password of the account with the address; failures count like those of a login. */
async function checkPassword(
  context: IdentityContext,
  owner: User,
  password: string,
  loginOrigin: BrowserLoginOrigin,
): Promise<void> {
  const { id: userId, email } = owner;
  const hash = passwordHashOf(context, owner);
  const rateKey = await loginRateKeyOf(context, { email, userId, hash }, loginOrigin);
  if (!rateKey.isKnownClient) loginOrigin.client.network.assertWithinBudget();
  if (
    !(await attemptPassword(
      context,
      { ...rateKey, user: owner, hash, from: clientNetworkKey(loginOrigin.ip) },
      password,
    ))
  ) {
    await insertLoginAttempt(
      context.db,
      { ...loginOrigin, userId: owner.id, successful: false },
      context.now(),
    );
    context.log.info({ event: 'login failed', userId: owner.id }, 'identity');
    throw new AppError('Invalid Username Or Password');
  }
  if (owner.blockedAt) throw new AppError('You Are Not Allowed To Login!');
}

async function linkGoogle(
  context: IdentityContext,
  tx: Tx,
  person: ExternalPerson,
  linkedUser: User,
): Promise<string> {
  const owner = await lockUser(tx, linkedUser.id);
  if (owner === null) throw new AppError('GOOGLE_FAILURE');
  assertSettingsChangeable(context, owner);
  await insertIdentity(context, tx, person, owner.id);
  const freeze = createFreezeLink(context, owner.id);
  await context.codeSender.notify(tx, recipientOf(owner), { kind: 'GOOGLE_LINKED', freeze });
  return owner.id;
}

/**
 * Creates the account. Google has verified the address, so no code is needed; there is no password until a reset
 * sets one.
 */
async function createGoogleUser(
  context: IdentityContext,
  tx: Tx,
  person: ExternalPerson,
  signUpData: Pick<SignUp, 'email' | 'language' | 'referralCode'>,
): Promise<string> {
  const { email, language, referralCode } = signUpData;
  const userId = await createUser(context, tx, { email, language, referralCode, passwordHash: null });
  // A concurrent sign-up took the address.
  if (userId === null) throw new AppError('GOOGLE_FAILURE');
  await insertIdentity(context, tx, person, userId);
  return userId;
}

async function insertIdentity(
  context: IdentityContext,
  tx: Tx,
  person: ExternalPerson,
  userId: string,
): Promise<void> {
  const now = context.now();
  if (!(await insertExternalIdentity(tx, person, userId, now))) throw new AppError('GOOGLE_FAILURE');
  const detail = { issuer: person.issuer };
  await appendAudit(tx, { actorId: null, action: 'google linked', subjectId: userId, detail }, now);
}

async function requireCode(
  context: IdentityContext,
  user: User,
  language: Language,
  loginOrigin: BrowserLoginOrigin,
): Promise<GoogleSignInResult> {
  return { next: 'CODE', email: user.email, prompt: await beginLogin(context, user, language, loginOrigin) };
}
