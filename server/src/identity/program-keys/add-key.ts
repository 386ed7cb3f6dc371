import { randomBytes } from 'node:crypto';
import { AppError } from '@sarraf/domain';
import {
  type BodyOf,
  type addProgramKey as contract,
  MAX_PROGRAM_KEYS,
  type ReplyOf,
} from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { createFreezeLink } from '../account/freeze-link.ts';
import { assertSettingsChangeable } from '../account/lock-settings.ts';
import type { IdentityContext } from '../deps.ts';
import { recipientOf } from '../notify-person.ts';
import { lockSessionUser } from '../sessions/known-user.ts';
import { consumeStepUpProof } from '../sessions/use-proof.ts';
import { type Grant, programKeyDto, sealGrant } from './key-grant.ts';
import { findKeys, insertKey } from './key-store.ts';
import { readKeyLabel, readKeyTerms, readProgramsPublicKey } from './read-key.ts';

/**
 * Creates a key for a user's program, after they proved password and second factor for it. Sessions stay valid,
 * because no security setting has changed, but the user is notified with a freeze link.
 *
 * BAD_REQUEST (`errors` names the field); INVALID_PUBLIC_KEY; TOO_MANY_API_KEYS (`most`); CONFIRMATION_NEEDED;
 * ACCOUNT_FROZEN; SETTINGS_LOCKED.
 */
export async function createProgramKey(
  context: IdentityContext,
  caller: Caller,
  body: BodyOf<typeof contract>,
): Promise<ReplyOf<typeof contract>['baseDTO']> {
  const createdAt = context.now();
  const label = readKeyLabel(body.label);
  const terms = readKeyTerms(body, createdAt.getTime());
  const secret = body.kind === 'HMAC' ? randomBytes(32).toString('base64') : null;
  const grant: Grant = { kind: body.kind, key: secret ?? getPublicKey(body), ...terms };
  if (secret !== null && body.publicKey !== undefined)
    throw new AppError('BAD_REQUEST', { errors: ['publicKey'] });
  const row = await context.db.transaction().execute(async (tx) => {
    const user = await lockSessionUser(tx, caller);
    assertSettingsChangeable(context, user);
    if ((await findKeys(tx, user.id)).length >= MAX_PROGRAM_KEYS)
      throw new AppError('TOO_MANY_API_KEYS', { data: { most: MAX_PROGRAM_KEYS } });
    await consumeStepUpProof(context, tx, caller, 'API_KEY');
    const key = { id: newId(), userId: user.id, label, createdAt };
    const sealedKey = { ...key, grant: sealGrant(context, key, grant) };
    await insertKey(tx, sealedKey);
    const { permissions, addresses, withdrawalLimit } = grant;
    await context.codeSender.notify(tx, recipientOf(user), {
      kind: 'API_KEY_ADDED',
      label,
      permissions,
      freeze: createFreezeLink(context, user.id),
    });
    const detail = {
      keyId: key.id,
      kind: grant.kind,
      permissions: permissions.join(' '),
      addresses: addresses.join(' '),
      ...(withdrawalLimit && { withdrawalLimit }),
    };
    await appendAudit(
      tx,
      { actorId: user.id, action: 'API key made', subjectId: user.id, detail },
      createdAt,
    );
    return { ...sealedKey, lastUsedAt: null, lastIp: null };
  });
  return { apiKey: programKeyDto(context, row), secret };
}

function getPublicKey({ publicKey }: BodyOf<typeof contract>): string {
  if (publicKey === undefined) throw new AppError('BAD_REQUEST', { errors: ['publicKey'] });
  return readProgramsPublicKey(publicKey);
}
