import { AppError, parseTrustedDecimal, scaleOf } from '@sarraf/domain';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/http.ts';
import type { IdentityContext } from '../deps.ts';
import { isExpired, openGrant, withdrawalsStartAt } from './key-grant.ts';
import { lockKey } from './key-store.ts';

/**
 * Checks the key that requests a withdrawal, in the transaction of the withdrawal: its current state, not one
 * cached some seconds ago. The key replaces the codes. Returns the maximum value of its withdrawals within 24
 * hours, in Toman; null: it was created before there was this limit.
 *
 * API_KEY_REFUSED: revoked, or there is none; API_KEY_EXPIRED; API_KEY_PERMISSION (`permission`); WITHDRAWAL_HOLD
 * (`until`): it is younger than a day.
 */
export async function authorizeWithdrawingKey(
  context: IdentityContext,
  tx: Tx,
  caller: Caller,
): Promise<{ id: string; withdrawalLimit: bigint | null }> {
  const { userId, program } = caller;
  const row = program ? await lockKey(tx, userId, program.id) : null;
  if (row === null) throw new AppError('API_KEY_REFUSED');
  const grant = openGrant(context, row);
  const now = context.clock.now();
  if (isExpired(grant, now)) throw new AppError('API_KEY_EXPIRED');
  const withdrawalsFrom = withdrawalsStartAt(grant);
  if (withdrawalsFrom === null)
    throw new AppError('API_KEY_PERMISSION', { data: { permission: 'WITHDRAW' } });
  if (withdrawalsFrom > now)
    throw new AppError('WITHDRAWAL_HOLD', { data: { until: new Date(withdrawalsFrom).toISOString() } });
  const entry = { actorId: userId, action: 'withdrawal asked by API key', subjectId: userId };
  await appendAudit(tx, { ...entry, detail: { keyId: row.id } }, context.now());
  const { withdrawalLimit = null } = grant;
  return {
    id: row.id,
    withdrawalLimit: withdrawalLimit === null ? null : parseTrustedDecimal(withdrawalLimit, scaleOf('TOMAN')),
  };
}
