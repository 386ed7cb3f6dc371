import { type Asset, isPaymentLink, type LinkFault, type LinkTarget } from '@sarraf/domain';
import type { BookAddress } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkWhitelist, findSavedAddress } from '../../../address-book/book.ts';
import { carriedTag } from '../../../address-book/destination.ts';
import { chosenNetwork, type NetworkChoice } from '../../../address-book/networks.ts';
import { addressBookQuery } from '../../../address-book/use-book.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { shownDecimals } from '../../../lib/market/coins.ts';
import { type PendingCode, useCodeRequest } from '../withdrawal/use-code-request.ts';
import { boundsOf, withdrawTermsQuery } from '../withdrawal/use-withdraw-terms.ts';
import {
  intentOf,
  maxWithdrawable,
  receives,
  type WithdrawDraft,
  withdrawalRefusalField,
  withdrawFault,
} from '../withdrawal/withdraw-form.ts';
import { cleanAddressField, fittingNetworks, readForDraft, withPlace } from './scanned-place.ts';

type Typed = Omit<WithdrawDraft, 'asset'>;
const NOTHING: Typed = { tokenType: null, amount: '', address: '', tag: '', noTag: false };

export type CoinWithdraw = ReturnType<typeof useCoinWithdraw>;

/** State of a coin withdrawal: the draft, its errors, and requesting the code. */
export function useCoinWithdraw(
  asset: Asset,
  networks: readonly NetworkChoice[],
  balance: string,
  onAsked: (pending: PendingCode) => void,
  from: LinkTarget | null,
) {
  const [typed, setTyped] = useState<Typed>(() =>
    from?.asset === asset
      ? { ...NOTHING, tokenType: from.tokenType, address: from.address, tag: from.tag ?? '' }
      : NOTHING,
  );
  const network = chosenNetwork(networks, typed.tokenType);
  const terms = useQuery({
    ...withdrawTermsQuery(asset, network?.tokenType ?? null),
    enabled: network !== null,
  });
  const book = useQuery(addressBookQuery);
  const request = useCodeRequest(onAsked);

  const draft: WithdrawDraft = { ...typed, asset, tokenType: network?.tokenType ?? null };
  const bounds = network && terms.data ? boundsOf(terms.data, balance, network.tagNeeded) : null;
  const saved = findSavedAddress(book.data?.content ?? [], draft);
  const listed = terms.data?.whitelistOnly && book.data ? checkWhitelist(saved) : null;
  const fault = withdrawFault(draft, bounds) ?? listed;
  const decimals = shownDecimals(asset);
  const fits = fittingNetworks(asset, networks, draft.address);
  const { read } = readForDraft(draft, networks, draft.address);

  const change = (part: Partial<Typed>) => {
    request.forget();
    setTyped((before) => {
      const next = { ...before, ...part };
      const tokenType = chosenNetwork(networks, next.tokenType)?.tokenType ?? null;
      // A tag typed for the previous address must not reappear with the next one.
      return carriedTag({ ...next, asset, tokenType }) === null ? next : { ...next, tag: '', noTag: false };
    });
  };
  return {
    draft,
    network,
    terms: terms.data,
    bounds,
    decimals,
    book: book.data?.content ?? [],
    /** Known before a network is chosen. */
    whitelistOnly: book.data?.whitelistOnly ?? true,
    saved,
    fits,
    /** Why the link in the field can't be paid here, and the coin or network that it is for. */
    linkFault: isPaymentLink(draft.address) || read.fault === 'LIGHTNING' ? read.fault : null,
    linkTarget: read.fault === 'OTHER' ? read.target : null,
    networks,
    fault,
    /** A network is chosen but its terms aren't loaded yet. */
    waiting: network !== null && terms.isPending,
    failed: terms.isError && !terms.data ? terms.error : null,
    retry: () => void terms.refetch(),
    receives: bounds && receives(asset, draft.amount, bounds.fee),
    change,
    // The address is kept only if it is valid on the new network too.
    setNetwork: (tokenType: string) =>
      change(fits.includes(tokenType) ? { tokenType } : { tokenType, address: '', tag: '', noTag: false }),
    ...destinationActions(draft, networks, change),
    fillAll: () => bounds && change({ amount: maxWithdrawable(asset, bounds, decimals) }),
    busy: request.busy,
    refusal: request.error && {
      error: request.error,
      place:
        request.error instanceof ApiError ? withdrawalRefusalField(request.error.code) : ('form' as const),
    },
    submit: () => {
      const intent = fault || !network ? null : intentOf(draft);
      if (intent && !request.busy) request.ask(intent);
    },
    reset: () => {
      request.forget();
      setTyped(NOTHING);
    },
  };
}

/** Returns what enters a destination from elsewhere: the clipboard, the camera or the address book. */
const destinationActions = (
  draft: WithdrawDraft,
  networks: readonly NetworkChoice[],
  change: (part: Partial<Typed>) => void,
) => ({
  /** Enters a pasted text into the field, where it is validated too. */
  paste: (text: string) => {
    const { tokenType, read: pasted } = readForDraft(draft, networks, text);
    if (pasted.fault === null) change(withPlace(draft, { ...pasted, tokenType }));
    else change({ address: cleanAddressField(text) });
  },
  /** Enters a scanned text, or returns why it can't be used. A link for another coin is offered at the field. */
  scan: (text: string): LinkFault | null => {
    const { tokenType, read: scanned } = readForDraft(draft, networks, text);
    if (scanned.fault === null) change(withPlace(draft, { ...scanned, tokenType }));
    else if (scanned.fault === 'OTHER') change({ address: cleanAddressField(text) });
    else return scanned.fault;
    return null;
  },
  pick: ({ tokenType, address, tag }: BookAddress) =>
    change({
      tokenType,
      address,
      tag: tag ?? '',
      noTag: tag === null && networks.some((one) => one.tokenType === tokenType && one.tagNeeded),
    }),
});
