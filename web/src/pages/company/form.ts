import { type Destination, isAsset } from '@sarraf/domain';
import type { Company, PaymentPeriod } from '@sarraf/domain/contracts';
import { resolveTypedDestination } from '../../address-book/destination.ts';

export const PERIODS: readonly PaymentPeriod[] = ['PER_DAY', 'PER_WEEK', 'PER_MONTH'];

/** State of the settlement form. */
export interface SettlementDraft {
  coin: string | null;
  network: string | null;
  address: string;
  tag: string;
  period: PaymentPeriod | null;
}

export type SettlementDraftError = 'COIN' | 'NETWORK' | 'ADDRESS' | 'BAD_ADDRESS' | 'TAG' | 'PERIOD' | 'SAME';

export const toSettlementDraft = (store: Company): SettlementDraft => ({
  coin: store.coinEntity,
  network: store.cryptoNetwork,
  address: store.walletAddress ?? '',
  tag: store.tag ?? '',
  period: store.perTime,
});

/** Changes the coin: another coin has other networks, and another network other addresses. */
export const changeCoin = (draft: SettlementDraft, coin: string): SettlementDraft =>
  coin === draft.coin ? draft : { ...draft, coin, network: null, address: '', tag: '' };

/** Selects the only open network of the coin, even if networks are loaded after the coin was chosen. */
export const selectOnlyNetwork = (draft: SettlementDraft, open: readonly string[]): SettlementDraft =>
  draft.network === null && open.length === 1 ? { ...draft, network: open[0] ?? null } : draft;

/** Returns the first missing or invalid field; null: the form can be submitted. */
export function validateSettlementDraft(
  draft: SettlementDraft,
  store: Company,
  tagNeeded: boolean,
): SettlementDraftError | null {
  const { coin, network, address, period } = draft;
  if (coin === null || !isAsset(coin)) return 'COIN';
  if (network === null) return 'NETWORK';
  if (address.trim() === '') return 'ADDRESS';
  const destination = resolveTypedDestination({ ...draft, asset: coin, tokenType: network });
  if (destination.error === 'INVALID_ADDRESS') return 'BAD_ADDRESS';
  if (destination.error !== null || (tagNeeded && destination.tag === null)) return 'TAG';
  if (period === null) return 'PERIOD';
  return !isNewDestination(draft, store) && period === store.perTime && store.change === null ? 'SAME' : null;
}

/** Whether the destination differs from the current one, which requires a code. */
export function isNewDestination(draft: SettlementDraft, store: Company): boolean {
  const { address, tag } = resolveSettlementDestination(draft);
  return (
    draft.coin !== store.coinEntity ||
    draft.network !== store.cryptoNetwork ||
    address !== store.walletAddress ||
    tag !== store.tag
  );
}

/** Returns the address and tag of the payment; as typed while they can't be parsed. */
export function resolveSettlementDestination({ coin, network, address, tag }: SettlementDraft): Destination {
  const read = isAsset(coin)
    ? resolveTypedDestination({ asset: coin, tokenType: network, address, tag })
    : ({ error: 'INVALID_ADDRESS' } as const);
  return read.error === null ? read : { address: address.trim(), tag: tag.trim() || null };
}

/** Returns the request body of a complete form. */
export function toSettlementBody(draft: SettlementDraft) {
  const { address, tag } = resolveSettlementDestination(draft);
  return {
    coinEntity: draft.coin ?? '',
    cryptoNetwork: draft.network ?? '',
    walletAddress: address,
    ...(tag !== null && { tag }),
  };
}

const MAX_SHOWN_LENGTH = 15;

/** Shortens a link to a recognisable text (requirements §2.16). */
export const shortenPaymentLink = (link: string): string => {
  const withoutScheme = link.replace(/^https?:\/\//, '');
  return withoutScheme.length <= MAX_SHOWN_LENGTH
    ? withoutScheme
    : `${withoutScheme.slice(0, MAX_SHOWN_LENGTH)}…`;
};
