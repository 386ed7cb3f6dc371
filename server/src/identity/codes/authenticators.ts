import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import type { Tx } from '../../platform/database/database.ts';
import type { IdentityContext } from '../deps.ts';
import type { User } from '../store.ts';

const PERIOD_MS = 30_000;
/** 160 bits, as recommended by RFC 4226. */
const SEED_BYTES = 20;

const IN_FORCE = 'authenticators.seed_encrypted';
const PENDING = 'authenticators.pending_seed_encrypted';

/** RFC 6238 with the parameters that every app supports. */
const createTotp = (
  seed: string,
  labels: { issuer: string; label: string } = { issuer: '', label: '' },
): TOTP =>
  new TOTP({
    ...labels,
    secret: Secret.fromBase32(seed),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_MS / 1000,
  });

/** Returns the time step of the code, the current one or its neighbours; null: wrong. */
function findTimeStep(seed: string, code: string, now: Date): number | null {
  const delta = createTotp(seed).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta;
}

/** Creates a seed, which takes effect once a code of it is confirmed. Only here it is returned in readable form. */
export async function beginAuthenticator(
  context: IdentityContext,
  tx: Tx,
  user: User,
): Promise<{ secret: string; link: string }> {
  const secret = new Secret({ size: SEED_BYTES }).base32;
  await sql`insert into authenticators (user_id, pending_seed_encrypted, pending_since)
    values (${user.id}, ${context.secrets.encrypt(secret, PENDING, user.id)}, ${context.now()})
    on conflict (user_id) do update set pending_seed_encrypted = excluded.pending_seed_encrypted,
      pending_since = excluded.pending_since`.execute(tx);
  // A colon separates the two in the link.
  const issuer = context.names().en.replace(/:\s*/g, ' ');
  return { secret, link: createTotp(secret, { issuer, label: user.email }).toString() };
}

/** Activates the new seed if the code is right; the code can't be used again. */
export async function confirmAuthenticator(
  context: IdentityContext,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql<{
    seed: Buffer | null;
  }>`select pending_seed_encrypted as seed from authenticators
    where user_id = ${userId} for update`.execute(tx);
  const seed = openSeed(context, PENDING, userId, rows[0]?.seed);
  const now = context.now();
  const step = seed === null ? null : findTimeStep(seed, code, now);
  if (seed === null || step === null) return false;
  const sealed = context.secrets.encrypt(seed, IN_FORCE, userId);
  await sql`update authenticators set seed_encrypted = ${sealed}, confirmed_at = ${now},
      last_step = ${step}, pending_seed_encrypted = null, pending_since = null
    where user_id = ${userId}`.execute(tx);
  return true;
}

/** Whether the code is right and of a later step than the last one used; it is then used up. */
export async function consumeTotpCode(
  context: IdentityContext,
  tx: Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rows } = await sql<{ seed: Buffer | null }>`select seed_encrypted as seed from authenticators
    where user_id = ${userId} for update`.execute(tx);
  const seed = openSeed(context, IN_FORCE, userId, rows[0]?.seed);
  const step = seed === null ? null : findTimeStep(seed, code, context.now());
  if (step === null) return false;
  const { rows: updated } = await sql`update authenticators set last_step = ${step}
    where user_id = ${userId} and last_step < ${step} returning 1`.execute(tx);
  return updated.length > 0;
}

export async function deleteAuthenticator(tx: Tx, userId: string): Promise<void> {
  await sql`delete from authenticators where user_id = ${userId}`.execute(tx);
}

/** A seed copied from another user's row is logged and accepts no code. */
function openSeed(
  context: IdentityContext,
  column: typeof IN_FORCE | typeof PENDING,
  userId: string,
  sealed: Buffer | null | undefined,
): string | null {
  if (!sealed) return null;
  try {
    return context.secrets.decrypt(sealed, column, userId);
  } catch (err) {
    context.log.error(
      { area: 'identity', event: 'authenticator tampered', userId, err },
      'an authenticator seed belongs to another row',
    );
    return null;
  }
}
