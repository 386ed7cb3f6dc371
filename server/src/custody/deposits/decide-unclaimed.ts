import { AppError } from '@sarraf/domain';
import type { BodyOf, decideUnclaimedDeposit as endpoint, UnclaimedDeposit } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { creditUnclaimedDeposit } from '../sending/hand-over.ts';
import type { Deposit } from './deposit-store.ts';
import { loadUnclaimedDtos } from './list-unclaimed.ts';
import { notifyDepositOwners } from './notify-owners.ts';
import {
  closeDeposit,
  confirmDeposit,
  findDeposit,
  lockDeposit,
  proposeDeposit,
} from './staff-deposit-store.ts';

type Body = BodyOf<typeof endpoint>;

/**
 * PROPOSE names the owner; CONFIRM, by another staff member, credits them; KEEP closes the deposit without credit.
 *
 * NOT_FOUND: no such deposit or user; CONFLICT: it isn't open, or not in the ledger (an unknown token, a reversed
 * deposit), or CONFIRM names another user than was proposed; SECOND_PERSON_NEEDED: the proposer confirms, or a
 * staff member decides about their own deposit; BAD_REQUEST: PROPOSE or CONFIRM without a user.
 */
export async function decideUnclaimedDeposit(
  context: CustodyContext,
  staffId: string,
  id: string,
  body: Body,
): Promise<UnclaimedDeposit> {
  if (!isId(id)) throw new AppError('NOT_FOUND');
  await context.db.transaction().execute(async (tx) => {
    const deposit = await lockDeposit(tx, id);
    if (deposit === null) throw new AppError('NOT_FOUND');
    const subjectId = await DECISIONS[body.decision](context, tx, staffId, deposit, body);
    const action = `unclaimed deposit ${{ PROPOSE: 'proposed', CONFIRM: 'confirmed', KEEP: 'kept' }[body.decision]}`;
    const detail = { deposit: id, chain: deposit.chain, txid: deposit.txid, reason: body.reason };
    await appendAudit(tx, { actorId: staffId, action, subjectId, detail }, context.now());
  });
  if (body.decision === 'CONFIRM') await creditConfirmedDeposit(context, id);
  const [dto] = await loadUnclaimedDtos(context, [(await findDeposit(context.db, id)) as Deposit]);
  return dto as UnclaimedDeposit;
}

/** Applies one decision and returns the user it is about. */
type ApplyDecision = (
  context: CustodyContext,
  tx: Tx,
  staffId: string,
  deposit: Deposit,
  body: Body,
) => Promise<string | null>;

const DECISIONS: Record<Body['decision'], ApplyDecision> = {
  PROPOSE: proposeOwner,
  CONFIRM: confirmOwner,
  KEEP: closeWithoutCredit,
};

async function proposeOwner(
  context: CustodyContext,
  tx: Tx,
  staffId: string,
  deposit: Deposit,
  body: Body,
): Promise<string> {
  const isOpen =
    deposit.state === 'UNCLAIMED' || (deposit.state === 'PROPOSED' && deposit.decidedBy === null);
  if (!isOpen || !deposit.booked) throw new AppError('CONFLICT');
  const userId = body.userId ?? deposit.userId;
  if (userId === null) throw new AppError('BAD_REQUEST', { errors: ['userId'] });
  if (userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  if (!isId(userId) || (await context.people.find(userId, tx)) === null) throw new AppError('NOT_FOUND');
  await proposeDeposit(tx, deposit.id, staffId, userId);
  return userId;
}

async function confirmOwner(
  _context: CustodyContext,
  tx: Tx,
  staffId: string,
  deposit: Deposit,
  { userId }: Body,
): Promise<string | null> {
  if (userId === undefined) throw new AppError('BAD_REQUEST', { errors: ['userId'] });
  if (deposit.state !== 'PROPOSED' || deposit.decidedBy !== null) throw new AppError('CONFLICT');
  // The caller confirms the user they saw; another may have been proposed in the meantime.
  if (userId !== deposit.proposedUser) throw new AppError('CONFLICT');
  if (staffId === deposit.proposedBy || staffId === deposit.proposedUser)
    throw new AppError('SECOND_PERSON_NEEDED');
  await confirmDeposit(tx, deposit.id, staffId);
  return deposit.proposedUser;
}

async function closeWithoutCredit(
  _context: CustodyContext,
  tx: Tx,
  staffId: string,
  deposit: Deposit,
): Promise<string | null> {
  const { state, decidedBy, userId } = deposit;
  const isOpen =
    state === 'UNCLAIMED' || ((state === 'PROPOSED' || state === 'REVERSED') && decidedBy === null);
  if (!isOpen) throw new AppError('CONFLICT');
  if (staffId === userId) throw new AppError('SECOND_PERSON_NEEDED');
  await closeDeposit(tx, deposit.id, staffId);
  return userId;
}

/** Credits the deposit now; a job retries it if the ledger is unavailable. */
async function creditConfirmedDeposit(context: CustodyContext, id: string): Promise<void> {
  const deposit = await findDeposit(context.db, id);
  if (deposit?.state !== 'PROPOSED') return;
  await creditUnclaimedDeposit(context, deposit);
  await notifyDepositOwners(context);
}
