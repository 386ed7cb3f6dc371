import { AppError } from '@sarraf/domain';
import type { BankDeposit, BodyOf, decideBankDeposit as endpoint } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import {
  type BankDepositRow,
  decideBankDepositRow,
  findBankDeposit,
  lockBankDeposit,
  proposeDepositOwner,
} from './bank-deposit-store.ts';
import { bankDepositDtos } from './bank-deposit-views.ts';
import { notifyBankDepositOwners, settleDecidedDeposit } from './settle-bank-deposits.ts';

type Body = BodyOf<typeof endpoint>;

/**
 * PROPOSE names the owner, CONFIRM credits the deposit, RETURN returns it to the payer. The decision is durable
 * first, and the ledger moves the money after it; after a crash in between the sweep does.
 *
 * NOT_FOUND: no such deposit or user; CONFLICT: it is settled or decided, or CONFIRM without a proposal or for
 * another user than was proposed; SECOND_PERSON_NEEDED: the proposer confirms, or a staff member decides about
 * their own money; BAD_REQUEST: PROPOSE or CONFIRM without a user, RETURN without a reason.
 */
export async function decideBankDeposit(
  deps: WalletDeps,
  staffId: string,
  id: string,
  body: Body,
): Promise<BankDeposit> {
  if (body.decision !== 'RETURN' && body.userId === undefined)
    throw new AppError('BAD_REQUEST', { errors: ['userId'] });
  const proposedOwner = body.decision === 'PROPOSE' ? await requireUser(deps, body.userId ?? '') : null;
  if (body.decision === 'RETURN' && !body.reason) throw new AppError('BAD_REQUEST', { errors: ['reason'] });
  await deps.db.transaction().execute(async (tx) => {
    const deposit = isId(id) ? await lockBankDeposit(tx, id) : null;
    if (deposit === null) throw new AppError('NOT_FOUND');
    if (!['UNMATCHED', 'PROPOSED'].includes(deposit.state) || deposit.decision !== null)
      throw new AppError('CONFLICT');
    await applyDecision(deps, tx, deposit, { staffId, proposed: proposedOwner, body });
  });
  if (proposedOwner === null) {
    await settleDecidedDeposit(deps, id);
    await notifyBankDepositOwners(deps);
  }
  const row = await findBankDeposit(deps.db, id);
  const [view] = row ? await bankDepositDtos(deps, [row]) : [];
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}

async function requireUser(deps: WalletDeps, userId: string): Promise<string> {
  const person = isId(userId) ? await deps.people.find(userId) : null;
  if (person === null) throw new AppError('NOT_FOUND');
  return person.id;
}

async function applyDecision(
  deps: WalletDeps,
  tx: Tx,
  deposit: BankDepositRow,
  { staffId, proposed, body }: { staffId: string; proposed: string | null; body: Body },
): Promise<void> {
  const { id, userId, proposedBy, state } = deposit;
  const subjectId = proposed ?? userId;
  if (subjectId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  const reason = body.reason ?? null;
  if (proposed !== null) await proposeDepositOwner(tx, id, proposed, staffId);
  else if (body.decision === 'RETURN')
    await decideBankDepositRow(tx, id, { decision: 'RETURN', staffId, reason });
  else {
    // The caller confirms the user they saw; another may have been proposed in the meantime.
    if (state !== 'PROPOSED' || body.userId !== userId) throw new AppError('CONFLICT');
    if (proposedBy === staffId) throw new AppError('SECOND_PERSON_NEEDED');
    await decideBankDepositRow(tx, id, { decision: 'CREDIT', staffId, reason: null });
  }
  const action = {
    PROPOSE: 'bank deposit proposed',
    CONFIRM: 'bank deposit credited',
    RETURN: 'bank deposit returned',
  };
  const detail = { bankDeposit: id, reference: deposit.reference, reason };
  const entry = { actorId: staffId, action: action[body.decision], subjectId: subjectId, detail };
  await appendAudit(tx, entry, new Date(deps.clock.now()));
}
