import { type Asset, isPaymentLink, parseAddress, type ReadLink, readPaymentLink } from '@sarraf/domain';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import { ungrouped } from '../../../ui/fields/grouped-text.ts';
import type { WithdrawDraft } from '../withdrawal/withdraw-form.ts';

type Place = Pick<WithdrawDraft, 'tokenType' | 'address' | 'tag' | 'noTag'>;

/** Removes blanks, which separate groups of an address; in a link they may be part of a memo. */
export const cleanAddressField = (text: string): string =>
  isPaymentLink(text) ? text.trimStart() : ungrouped(text);

/**
 * Parses the text of the address field, a QR code or the clipboard. Before a network is chosen, the only open one
 * that fits is selected; if none fits, the coin's first network determines what else the text is for.
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
 * Returns the draft with a pasted or scanned destination. A tag typed first is kept for a plain address entered
 * after it, and cleared with the address it was typed for.
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

/**
 * Returns the open networks of the coin on which a text is an address: the remaining choice for a coin with
 * several.
 */
export const fittingNetworks = (asset: Asset, networks: readonly NetworkChoice[], text: string): string[] =>
  text.trim() === ''
    ? []
    : networks
        .filter(({ open, tokenType }) => open && readPaymentLink(asset, tokenType, text).fault === null)
        .map(({ tokenType }) => tokenType);
