import { AppError } from '@sarraf/domain';
import type { BodyOf, retireAddress as contract } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { readNetwork } from '../networks.ts';
import { markAddressRetired } from './address-store.ts';

/**
 * Retires a user's deposit address: they get a new one at their next request. Later deposits to the old address
 * wait with the unclaimed deposits; those that were seen before are credited.
 *
 * 'You Dont Have This Coin Wallet': no such coin or network; NOT_FOUND: no such user, or they have no address
 * there; SECOND_PERSON_NEEDED: it is the caller's own address.
 */
export async function retireAddress(
  context: CustodyContext,
  staffId: string,
  userId: string,
  { relatedCoin, tokenType, reason }: BodyOf<typeof contract>,
): Promise<void> {
  const { asset, chain } = readNetwork(context, relatedCoin, tokenType);
  if (!isId(userId)) throw new AppError('NOT_FOUND');
  if (userId === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const retired = await markAddressRetired(tx, { userId, asset, tokenType }, now);
    if (retired === null) throw new AppError('NOT_FOUND');
    const detail = { chain, address: retired.address, tag: retired.tag, reason };
    await appendAudit(tx, { actorId: staffId, action: 'address retired', subjectId: userId, detail }, now);
  });
}
