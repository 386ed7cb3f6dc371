import { readAddress, readPaymentUri } from '@sarraf/domain';
import type { WithdrawDraft } from '../withdrawal/withdraw-form.ts';

/** Address and tag of what a QR code or the clipboard says; null when it is no address of the chosen network. */
export function scannedPlace(
  { asset, tokenType }: Pick<WithdrawDraft, 'asset' | 'tokenType'>,
  text: string,
): Pick<WithdrawDraft, 'address' | 'tag' | 'noTag'> | null {
  const { address, tag } = readPaymentUri(text);
  if (tokenType === null || !readAddress(asset, tokenType, address)) return null;
  return { address, tag: tag ?? '', noTag: false };
}
