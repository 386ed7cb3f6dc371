import { AppError, formatAmount } from '@sarraf/domain';
import type { QueryOf, ReplyOf, UnclaimedDeposit, unclaimedDeposits } from '@sarraf/domain/contracts';
import { UNCLAIMED_REASONS } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { linkOf } from '../networks.ts';
import { type Deposit, listOpenDeposits } from './deposit-store.ts';

type Listed = Omit<ReplyOf<typeof unclaimedDeposits>, 'status' | 'message'>;

/** Lists deposits without an owner, those that have waited longest first. BAD_REQUEST: malformed cursor. */
export async function listUnclaimed(
  context: CustodyContext,
  staffId: string,
  { size = 10, cursor }: QueryOf<typeof unclaimedDeposits>,
): Promise<Listed> {
  if (cursor !== undefined && !isId(cursor)) throw new AppError('BAD_REQUEST', { errors: ['cursor'] });
  const rows = await listOpenDeposits(context.db, cursor ?? null, size + 1);
  const shown = rows.slice(0, size);
  await context.db.transaction().execute((tx) => {
    const detail = { shown: shown.length };
    return appendAudit(
      tx,
      { actorId: staffId, action: 'unclaimed deposits listed', subjectId: null, detail },
      context.now(),
    );
  });
  return {
    content: await showUnclaimed(context, shown),
    nextCursor: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  };
}

export async function showUnclaimed(
  context: CustodyContext,
  deposits: readonly Deposit[],
): Promise<UnclaimedDeposit[]> {
  const ids = deposits.flatMap(({ userId, proposedUser, proposedBy }) =>
    [userId, proposedUser, proposedBy].filter((id) => id !== null),
  );
  const people = await context.people.findAll([...new Set(ids)]);
  return deposits.map((deposit) => view(context, deposit, people));
}

const STATES: Partial<Record<Deposit['state'], UnclaimedDeposit['state']>> = {
  PROPOSED: 'PROPOSED',
  CREDITED: 'CREDITED',
  KEPT: 'KEPT',
};

function view(context: CustodyContext, deposit: Deposit, people: Map<string, User>): UnclaimedDeposit {
  const { asset, proposedBy, state, decidedBy } = deposit;
  const personId = deposit.proposedUser ?? deposit.userId;
  const person = personId === null ? undefined : people.get(personId);
  const seen = state === 'REVERSED' && decidedBy !== null;
  return {
    id: deposit.id,
    chain: deposit.chain,
    relatedCoin: asset,
    contract: deposit.contract,
    // Unknown tokens: in their own smallest units.
    amount: asset === null ? deposit.amount.toString() : formatAmount(deposit.amount, asset),
    txid: deposit.txid,
    link: linkOf(context, deposit.chain, deposit.txid),
    address: deposit.address,
    tag: deposit.tag === '' ? null : deposit.tag,
    reason: UNCLAIMED_REASONS.find((reason) => reason === deposit.reason) ?? 'UNKNOWN_TAG',
    state: seen ? 'KEPT' : (STATES[state] ?? 'WAITING'),
    person: person
      ? { id: person.id, name: `${person.firstName} ${person.lastName}`.trim(), email: person.email }
      : null,
    proposedBy: proposedBy === null ? null : (people.get(proposedBy)?.email ?? proposedBy),
    createdAtDateTime: deposit.createdAt.toISOString(),
  };
}
