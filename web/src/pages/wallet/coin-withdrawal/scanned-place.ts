import { type Asset, isPaymentLink, parseAddress, type ReadLink, readPaymentLink } from '@sarraf/domain';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import { ungrouped } from '../../../ui/fields/grouped-text.ts';
import type { WithdrawDraft } from '../withdrawal/withdraw-form.ts';

type Place = Pick<WithdrawDraft, 'tokenType' | 'address' | 'tag' | 'noTag'>;

/** Blanks within an address are those between groups; within a link they may be part of a memo. */
export const cleanAddressField = (text: string): string =>
  isPaymentLink(text) ? text.trimStart() : ungrouped(text);

/**
 * What the text of the address field, a QR code or the clipboard is for. Before a network is chosen, the only open one that it fits is;
 * where it fits none, the coin's first network says what else it is for.
 */
export function readForDraft(
  { asset, tokenType }: Pick<WithdrawDraft, 'asset' | 'tokenType'>,
  networks: readonly NetworkChoice[],
  text: string,
): { tokenType: string | null; read: ReadLink } {
  const fits = fittingNetworks(asset, networks, text);
  const own = tokenType ?? (fits.length === 1 ? (fits[0] ?? null) : null);
  const judged = own ?? fits[0] ?? networks[0]?.tokenType;
  return {
    tokenType: own,
    read: judged === undefined ? { fault: 'NOT_HERE' } : readPaymentLink(asset, judged, text),
  };
}

/**
 * The draft with what was pasted or scanned. A tag that was typed first stays for a plain address that comes after it, and goes with the
 * address that it was typed for.
 */
export function withPlace(
  before: Pick<WithdrawDraft, 'asset'> & Place,
  { tokenType, address, tag }: { tokenType: string | null; address: string; tag: string | null },
): Place {
  if (tag !== null) return { tokenType, address, tag, noTag: false };
  const same = before.address === '' || isSameAddress(before, tokenType, address);
  return same
    ? { tokenType, address, tag: before.tag, noTag: before.noTag }
    : { tokenType, address, tag: '', noTag: false };
}

function isSameAddress(
  before: Pick<WithdrawDraft, 'asset' | 'address'>,
  tokenType: string | null,
  address: string,
): boolean {
  if (tokenType === null) return before.address === address;
  const read = (text: string) => parseAddress(before.asset, tokenType, text)?.address ?? null;
  return read(address) !== null && read(before.address) === read(address);
}

/** The open networks of the coin on which a text is an address: of a coin with several, what is left to choose from. */
export const fittingNetworks = (asset: Asset, networks: readonly NetworkChoice[], text: string): string[] =>
  text.trim() === ''
    ? []
    : networks
        .filter(({ open, tokenType }) => open && readPaymentLink(asset, tokenType, text).fault === null)
        .map(({ tokenType }) => tokenType);
