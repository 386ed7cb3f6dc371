import { AppError, isAsset, normalizeLine, shortenAddress } from '@sarraf/domain';
import type { AddressBookEntry, BodyOf, addAddressBookEntry as contract } from '@sarraf/domain/contracts';
import { recipientOf } from '../../identity/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import type { Caller } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import type { WithdrawalContext } from '../deps.ts';
import { getWithdrawalNetwork, validateCoinDestination } from '../read-intent.ts';
import { ADDRESS_DELAY_MS, hasWhitelist, insertSavedAddress, type SavedAddress } from './book-store.ts';

export const savedAddressDto = (saved: SavedAddress): AddressBookEntry => ({
  id: saved.id,
  label: saved.label,
  relatedCoin: saved.asset,
  tokenType: saved.tokenType,
  address: saved.address,
  tag: saved.tag === '' ? null : saved.tag,
  usableFromDateTime: saved.usableFrom.toISOString(),
  createdAtDateTime: saved.createdAt.toISOString(),
});

/**
 * Saves a labelled address for a user who has just proved password and second factor for it. With the whitelist on
 * it can only be used a day later.
 *
 * BAD_REQUEST (label), You Dont Have This Coin Wallet, INVALID_ADDRESS, INVALID_TAG, TAG_MISMATCH, OWN_ADDRESS,
 * CONFLICT: it is in the address book, or the address book is full; CONFIRMATION_NEEDED.
 */
export async function saveAddress(
  context: WithdrawalContext,
  caller: Caller,
  body: BodyOf<typeof contract>,
): Promise<AddressBookEntry> {
  const { userId } = caller;
  const label = normalizeLine(body.label);
  if (label === '' || /[^\P{Cc}\s]|\p{Cs}/u.test(body.label))
    throw new AppError('BAD_REQUEST', { errors: ['label'] });
  if (!isAsset(body.relatedCoin) || body.relatedCoin === 'TOMAN')
    throw new AppError('You Dont Have This Coin Wallet');
  const network = requireSavableNetwork(context, body.relatedCoin, body.tokenType);
  const { address, tag } = await validateCoinDestination(context, network, body.address, body.tag);
  return context.db.transaction().execute(async (tx) => {
    const user = await context.people.lock(tx, userId);
    if (user === null) throw new AppError('Invalid Token');
    const now = context.now();
    const usableFrom = (await hasWhitelist(tx, userId)) ? new Date(now.getTime() + ADDRESS_DELAY_MS) : now;
    const { asset, tokenType } = network;
    const saved = { id: newId(), label, asset, tokenType, address, tag, createdAt: now, usableFrom };
    if (!(await insertSavedAddress(tx, userId, saved))) throw new AppError('CONFLICT');
    await context.people.consumeProof(tx, caller, 'ADDRESS');
    const to = shortenAddress(address);
    const detail = { asset, tokenType, to };
    await appendAudit(tx, { actorId: userId, action: 'address saved', subjectId: userId, detail }, now);
    const freeze = context.people.createFreezeLink(userId);
    await context.notify(tx, recipientOf(user), { kind: 'ADDRESS_SAVED', asset, label, to, freeze });
    return savedAddressDto(saved);
  });
}

/** Returns the network; one that is closed for the moment may be saved for later. */
function requireSavableNetwork(
  context: WithdrawalContext,
  asset: SavedAddress['asset'],
  tokenType: string,
): Pick<SavedAddress, 'asset' | 'tokenType'> {
  try {
    return getWithdrawalNetwork(context, asset, tokenType);
  } catch (error) {
    if (error instanceof AppError && error.code === 'WITHDRAWAL_NOT_AVAILABLE') return { asset, tokenType };
    throw error;
  }
}
