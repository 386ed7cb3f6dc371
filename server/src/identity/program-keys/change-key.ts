import { AppError } from '@sarraf/domain';
import type { BodyOf, changeProgramKey as contract, ProgramKey } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import { isId } from '../../platform/ids.ts';
import type { IdentityContext } from '../deps.ts';
import { openGrant, programKeyDto, sealGrant } from './key-grant.ts';
import { lockKey, revokeKeyOf, revokeKeys, updateKey } from './key-store.ts';
import { narrowAddresses, readKeyLabel } from './read-key.ts';

/**
 * Renames a key of the user, or removes addresses. It can't extend what the key may do, so no proof is required.
 *
 * NOT_FOUND: none of theirs, or revoked; BAD_REQUEST: an invalid name, or an address that it doesn't have.
 */
export async function changeKey(
  context: IdentityContext,
  { userId }: Caller,
  id: string,
  { label, addresses }: BodyOf<typeof contract>,
): Promise<ProgramKey> {
  const changedKey = await context.db.transaction().execute(async (tx) => {
    const row = isId(id) ? await lockKey(tx, userId, id) : null;
    if (row === null) throw new AppError('NOT_FOUND');
    const grant = openGrant(context, row);
    const changedGrant = addresses
      ? { ...grant, addresses: narrowAddresses(grant.addresses, addresses) }
      : grant;
    const changedRow = {
      ...row,
      label: label === undefined ? row.label : readKeyLabel(label),
      grant: sealGrant(context, row, changedGrant),
    };
    await updateKey(tx, changedRow);
    const detail = {
      keyId: id,
      ...(addresses && { before: grant.addresses.join(' '), after: changedGrant.addresses.join(' ') }),
    };
    await appendAudit(
      tx,
      { actorId: userId, action: 'API key changed', subjectId: userId, detail },
      context.now(),
    );
    return changedRow;
  });
  context.bus.publish('user', { userId });
  return programKeyDto(context, changedKey);
}

/**
 * Revokes a key of the user: it is invalid in every process when this returns. NOT_FOUND: none of theirs, or
 * revoked.
 */
export async function revokeOwnKey(context: IdentityContext, { userId }: Caller, id: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    if (!isId(id) || !(await revokeKeyOf(tx, userId, id, context.now()))) throw new AppError('NOT_FOUND');
    const detail = { keyId: id };
    await appendAudit(
      tx,
      { actorId: userId, action: 'API key revoked', subjectId: userId, detail },
      context.now(),
    );
  });
  context.bus.publish('user', { userId });
}

/** Revokes all keys of a user, within the transaction that ends their other access. The caller publishes `user`. */
export async function revokeAllKeys(
  context: IdentityContext,
  tx: Tx,
  userId: string,
  actorId: string | null,
): Promise<void> {
  const count = await revokeKeys(tx, userId, context.now());
  if (count === 0) return;
  const entry = { actorId, action: 'API keys revoked', subjectId: userId, detail: { count } };
  await appendAudit(tx, entry, context.now());
}
