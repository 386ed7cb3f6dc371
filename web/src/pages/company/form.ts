import { isAsset, readAddress, readTag } from '@sarraf/domain';
import type { Company, PaymentPeriod } from '@sarraf/domain/contracts';

export const PERIODS: readonly PaymentPeriod[] = ['PER_DAY', 'PER_WEEK', 'PER_MONTH'];

/** What stands in the form. */
export interface SettlementDraft {
  coin: string | null;
  network: string | null;
  address: string;
  tag: string;
  period: PaymentPeriod | null;
}

export type SettlementFault = 'COIN' | 'NETWORK' | 'ADDRESS' | 'BAD_ADDRESS' | 'TAG' | 'PERIOD' | 'SAME';

export const settlementDraftOf = (store: Company): SettlementDraft => ({
  coin: store.coinEntity,
  network: store.cryptoNetwork,
  address: store.walletAddress ?? '',
  tag: store.tag ?? '',
  period: store.perTime,
});

/** Another coin has other networks, and another network other addresses. */
export const withCoin = (draft: SettlementDraft, coin: string): SettlementDraft =>
  coin === draft.coin ? draft : { ...draft, coin, network: null, address: '', tag: '' };

/** A coin with one open network has it, also where the networks are known only after the coin was chosen. */
export const withOnlyNetwork = (draft: SettlementDraft, open: readonly string[]): SettlementDraft =>
  draft.network === null && open.length === 1 ? { ...draft, network: open[0] ?? null } : draft;

/** The first thing that is missing or wrong; null: it can be sent. */
export function settlementFaultOf(
  draft: SettlementDraft,
  store: Company,
  tagNeeded: boolean,
): SettlementFault | null {
  const { coin, network, address, tag, period } = draft;
  if (coin === null || !isAsset(coin)) return 'COIN';
  if (network === null) return 'NETWORK';
  if (address.trim() === '') return 'ADDRESS';
  const read = readAddress(coin, network, address.trim());
  if (read === null) return 'BAD_ADDRESS';
  if (tagNeeded && read.tag === null && readTag(network, tag) === null) return 'TAG';
  if (period === null) return 'PERIOD';
  return !isNewPlace(draft, store) && period === store.perTime && store.change === null ? 'SAME' : null;
}

/** Whether it names another place than the one in force, which a code must confirm. */
export function isNewPlace({ coin, network, address, tag }: SettlementDraft, store: Company): boolean {
  return (
    coin !== store.coinEntity ||
    network !== store.cryptoNetwork ||
    address.trim() !== store.walletAddress ||
    tag.trim() !== (store.tag ?? '')
  );
}

/** The call's body, once nothing is missing. */
export const settlementAddressOf = ({ coin, network, address, tag }: SettlementDraft) => ({
  coinEntity: coin ?? '',
  cryptoNetwork: network ?? '',
  walletAddress: address.trim(),
  ...(tag.trim() !== '' && { tag: tag.trim() }),
});

const SHOWN = 15;

/** A long link as people know it again (specification §2.16). */
export const shortPaymentLink = (link: string): string => {
  const bare = link.replace(/^https?:\/\//, '');
  return bare.length <= SHOWN ? bare : `${bare.slice(0, SHOWN)}…`;
};
