import { AppError, formatAmount } from '@sarraf/domain';
import type { QueryOf, ReplyOf, UnclaimedDeposit, unclaimedDeposits } from '@sarraf/domain/contracts';
import { UNCLAIMED_REASONS } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { explorerLink } from '../networks.ts';
import type { Deposit } from './deposit-store.ts';
import { listOpenDeposits } from './staff-deposit-store.ts';

type UnclaimedPage = Omit<ReplyOf<typeof unclaimedDeposits>, 'status' | 'message'>;

/** Lists deposits without an owner, those that have waited longest first. BAD_REQUEST: malformed cursor. */
export async function listUnclaimed(
  context: CustodyContext,
  staffId: string,
  { size = 10, cursor }: QueryOf<typeof unclaimedDeposits>,
): Promise<UnclaimedPage> {
  if (cursor !== undefined && !isId(cursor)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const rows = await listOpenDeposits(context.db, cursor ?? null, size + 1);
  const dtos = rows.slice(0, size);
  await context.db.transaction().execute((tx) => {
    const detail = { shown: dtos.length };
    return appendAudit(
      tx,
      { actorId: staffId, action: 'unclaimed deposits listed', subjectId: null, detail },
      context.now(),
    );
  });
  return {
    content: await loadUnclaimedDtos(context, dtos),
    nextCursor: rows.length > size ? (dtos.at(-1)?.id ?? null) : null,
  };
}

export async function loadUnclaimedDtos(
  context: CustodyContext,
  deposits: readonly Deposit[],
): Promise<UnclaimedDeposit[]> {
  const ids = deposits.flatMap(({ userId, proposedUser, proposedBy }) =>
    [userId, proposedUser, proposedBy].filter((id) => id !== null),
  );
  const people = await context.people.findAll([...new Set(ids)]);
  return deposits.map((deposit) => toUnclaimedDto(context, deposit, people));
}

const STATES: Partial<Record<Deposit['state'], UnclaimedDeposit['state']>> = {
  PROPOSED: 'PROPOSED',
  CREDITED: 'CREDITED',
  KEPT: 'KEPT',
};

function toUnclaimedDto(
  context: CustodyContext,
  deposit: Deposit,
  people: Map<string, User>,
): UnclaimedDeposit {
  const { asset, proposedBy, state, decidedBy } = deposit;
  const ownerId = deposit.proposedUser ?? deposit.userId;
  const owner = ownerId === null ? undefined : people.get(ownerId);
  const isAcknowledged = state === 'REVERSED' && decidedBy !== null;
  return {
    id: deposit.id,
    chain: deposit.chain,
    relatedCoin: asset,
    contract: deposit.contract,
    // Unknown tokens: in their own smallest units.
    amount: asset === null ? deposit.amount.toString() : formatAmount(deposit.amount, asset),
    txid: deposit.txid,
    link: explorerLink(context, deposit.chain, deposit.txid),
    address: deposit.address,
    tag: deposit.tag === '' ? null : deposit.tag,
    reason: UNCLAIMED_REASONS.find((reason) => reason === deposit.reason) ?? 'UNKNOWN_TAG',
    state: isAcknowledged ? 'KEPT' : (STATES[state] ?? 'WAITING'),
    person: owner
      ? { id: owner.id, name: `${owner.firstName} ${owner.lastName}`.trim(), email: owner.email }
      : null,
    proposedBy: proposedBy === null ? null : (people.get(proposedBy)?.email ?? proposedBy),
    createdAtDateTime: deposit.createdAt.toISOString(),
  };
}
