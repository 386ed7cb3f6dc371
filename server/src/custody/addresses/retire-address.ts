import { AppError } from '@sarraf/domain';
import type { BodyOf, retireAddress as contract } from '@sarraf/domain/contracts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId } from '../../platform/ids.ts';
import type { CustodyContext } from '../deps.ts';
import { readNetwork } from '../networks.ts';
import { markAddressRetired } from './address-store.ts';

/**
 * A person's deposit address isn't theirs any more: they get another one the next time they ask. What comes to the old one
 * waits with the unclaimed deposits; what was seen before is credited.
 *
 * 'You Dont Have This Coin Wallet': no such coin or network; NOT_FOUND: no such person, or they have no address there;
 * SECOND_PERSON_NEEDED: it is the caller's own.
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
    const place = await markAddressRetired(tx, { userId, asset, tokenType }, now);
    if (place === null) throw new AppError('NOT_FOUND');
    const detail = { chain, address: place.address, tag: place.tag, reason };
    await appendAudit(tx, { actorId: staffId, action: 'address retired', subjectId: userId, detail }, now);
  });
}
