import { type Asset, type LinkFault, readPaymentLink } from '@sarraf/domain';
import type { NetworkChoice } from '../../../address-book/networks.ts';
import type { WithdrawDraft } from '../withdrawal/withdraw-form.ts';

export type ScannedPlace =
  | (Pick<WithdrawDraft, 'address' | 'tag' | 'noTag'> & { fault: null })
  | { fault: LinkFault };

/** Address and tag of what a QR code or the clipboard says, or why it is of no use for the chosen network. */
export function scannedPlace(
  { asset, tokenType }: Pick<WithdrawDraft, 'asset' | 'tokenType'>,
  text: string,
): ScannedPlace {
  const read = tokenType === null ? { fault: 'NOT_HERE' as const } : readPaymentLink(asset, tokenType, text);
  if (read.fault !== null) return read;
  return { address: read.address, tag: read.tag ?? '', noTag: false, fault: null };
}

/** The open networks of the coin on which a text is an address: of a coin with several, what is left to choose from. */
export const fittingNetworks = (asset: Asset, networks: readonly NetworkChoice[], text: string): string[] =>
  text.trim() === ''
    ? []
    : networks
        .filter(({ open, tokenType }) => open && readPaymentLink(asset, tokenType, text).fault === null)
        .map(({ tokenType }) => tokenType);
