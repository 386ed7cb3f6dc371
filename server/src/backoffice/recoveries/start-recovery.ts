import { AppError, maskEmail, normalizeEmail } from '@sarraf/domain';
import type { BodyOf, Recovery, startRecovery as startEndpoint } from '@sarraf/domain/contracts';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { BackofficeContext } from '../deps.ts';
import { requireActionAllowed, requirePerson } from '../staff.ts';
import { insertRecovery } from '../store.ts';
import { recoveryDtos } from './recovery-dtos.ts';

type StartRecoveryBody = BodyOf<typeof startEndpoint>;

/**
 * Starts a recovery. Nothing changes yet, but the user is notified, so that an owner who is about to lose the
 * account to an impostor can object.
 *
 * NOT_FOUND: no user with this id; CONFLICT: one is open already; Invalid Email; username exist: the new address
 * has an account; BAD_REQUEST: a new address where none is needed; SECOND_PERSON_NEEDED: it is the caller;
 * FORBIDDEN: it is a staff member, and the caller is no admin.
 */
export async function startRecovery(
  context: BackofficeContext,
  caller: Caller,
  id: string,
  body: StartRecoveryBody,
): Promise<Recovery> {
  const { people } = context;
  const { kind, evidence } = body;
  const { id: userId } = await requirePerson(context, id);
  await requireActionAllowed(context, caller, userId);
  const newEmail = await validateNewAddress(context, body);
  const createdAt = context.now();
  const row = await context.db.transaction().execute(async (tx) => {
    const user = await people.lock(tx, userId);
    if (user === null) throw new AppError('NOT_FOUND');
    const newRecovery = {
      id: newId(),
      userId,
      kind,
      newEmail,
      evidence,
      startedBy: caller.userId,
      createdAt,
    };
    const inserted = await insertRecovery(tx, newRecovery);
    if (inserted === null) throw new AppError('CONFLICT');
    await context.notify(tx, recipientOf(user), { kind: 'RECOVERY_STARTED', recovery: kind });
    const detail = { kind, recovery: inserted.id, ...(newEmail && { newEmail: maskEmail(newEmail) }) };
    const entry = { actorId: caller.userId, action: 'recovery started', subjectId: userId, detail };
    await appendAudit(tx, entry, createdAt);
    return inserted;
  });
  const [dto] = await recoveryDtos(context, caller.userId, [row]);
  return dto as Recovery;
}

/** Returns the validated new address of a lost mailbox; null for a lost second factor. */
async function validateNewAddress(
  { people }: BackofficeContext,
  { kind, newEmail }: StartRecoveryBody,
): Promise<string | null> {
  if (kind === 'LOST_SECOND_FACTOR') {
    if (newEmail) throw new AppError('BAD_REQUEST', { errors: ['newEmail'] });
    return null;
  }
  const email = normalizeEmail(newEmail ?? '');
  if (email === null) throw new AppError('Invalid Email');
  if ((await people.findByEmail(email)) !== null) throw new AppError('username exist');
  return email;
}
