import {
  type Asset,
  isPaymentLink,
  type ParsedPaymentLink,
  parseAddress,
  parsePaymentLink,
} from '@sarraf/domain';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import { removeGroupBlanks } from '../../../ui/fields/grouped-text.ts';
import type { WithdrawDraft } from '../withdrawal/withdraw-form.ts';

type DraftDestination = Pick<WithdrawDraft, 'tokenType' | 'address' | 'tag' | 'noTag'>;

/** Removes blanks, which separate groups of an address; in a link they may be part of a memo. */
export const cleanAddressField = (text: string): string =>
  isPaymentLink(text) ? text.trimStart() : removeGroupBlanks(text);

/**
 * Parses the text of the address field, a QR code or the clipboard. Before a network is chosen, the only open one
 * that fits is selected; if none fits, the coin's first network determines what else the text is for.
 */
export function parseForDraft(
  { asset, tokenType }: Pick<WithdrawDraft, 'asset' | 'tokenType'>,
  networks: readonly NetworkChoice[],
  text: string,
): { tokenType: string | null; read: ParsedPaymentLink } {
  const fits = listFittingNetworks(asset, networks, text);
  const chosenNetwork = tokenType ?? (fits.length === 1 ? (fits[0] ?? null) : null);
  const assumedNetwork = chosenNetwork ?? fits[0] ?? networks[0]?.tokenType;
  return {
    tokenType: chosenNetwork,
    read:
      assumedNetwork === undefined ? { error: 'NOT_HERE' } : parsePaymentLink(asset, assumedNetwork, text),
  };
}

/**
 * Returns the draft with a pasted or scanned destination. A tag typed first is kept for a plain address entered
 * after it, and cleared with the address it was typed for.
 */
export function setDestination(
  draft: Pick<WithdrawDraft, 'asset'> & DraftDestination,
  { tokenType, address, tag }: { tokenType: string | null; address: string; tag: string | null },
): DraftDestination {
  if (tag !== null) return { tokenType, address, tag, noTag: false };
  const isSame = draft.address === '' || isSameAddress(draft, tokenType, address);
  return isSame
    ? { tokenType, address, tag: draft.tag, noTag: draft.noTag }
    : { tokenType, address, tag: '', noTag: false };
}

function isSameAddress(
  draft: Pick<WithdrawDraft, 'asset' | 'address'>,
  tokenType: string | null,
  address: string,
): boolean {
  if (tokenType === null) return draft.address === address;
  const normalize = (text: string) => parseAddress(draft.asset, tokenType, text)?.address ?? null;
  return normalize(address) !== null && normalize(draft.address) === normalize(address);
}

/**
 * Returns the open networks of the coin on which a text is an address: the remaining choice for a coin with
 * several.
 */
export const listFittingNetworks = (
  asset: Asset,
  networks: readonly NetworkChoice[],
  text: string,
): string[] =>
  text.trim() === ''
    ? []
    : networks
        .filter(({ open, tokenType }) => open && parsePaymentLink(asset, tokenType, text).error === null)
        .map(({ tokenType }) => tokenType);
