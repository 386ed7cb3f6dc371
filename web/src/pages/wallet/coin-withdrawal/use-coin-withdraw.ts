import { type Asset, isPaymentLink, type PaymentLinkError, type PaymentLinkTarget } from '@sarraf/domain';
import type { AddressBookEntry } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkWhitelist, findSavedAddress } from '../../../address-book/book.ts';
import { getTagInAddress } from '../../../address-book/destination.ts';
import { findChosenNetwork, type NetworkChoice } from '../../../address-book/networks.ts';
import { addressBookQuery } from '../../../address-book/use-book.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { getDisplayDecimals } from '../../../lib/market/coins.ts';
import { type PendingCode, useCodeRequest } from '../withdrawal/use-code-request.ts';
import { toWithdrawBounds, withdrawTermsQuery } from '../withdrawal/use-withdraw-terms.ts';
import {
  computeReceivedAmount,
  getWithdrawalErrorField,
  maxWithdrawable,
  toWithdrawIntent,
  validateWithdrawDraft,
  type WithdrawDraft,
} from '../withdrawal/withdraw-form.ts';
import {
  cleanAddressField,
  listFittingNetworks,
  parseForDraft,
  setDestination,
} from './scanned-destination.ts';

type WithdrawInput = Omit<WithdrawDraft, 'asset'>;
const EMPTY_INPUT: WithdrawInput = { tokenType: null, amount: '', address: '', tag: '', noTag: false };

export type CoinWithdrawState = ReturnType<typeof useCoinWithdraw>;

/** State of a coin withdrawal: the draft, its errors, and requesting the code. */
export function useCoinWithdraw(
  asset: Asset,
  networks: readonly NetworkChoice[],
  balance: string,
  onAsked: (pending: PendingCode) => void,
  initialTarget: PaymentLinkTarget | null,
) {
  const [input, setInput] = useState<WithdrawInput>(() =>
    initialTarget?.asset === asset
      ? {
          ...EMPTY_INPUT,
          tokenType: initialTarget.tokenType,
          address: initialTarget.address,
          tag: initialTarget.tag ?? '',
        }
      : EMPTY_INPUT,
  );
  const network = findChosenNetwork(networks, input.tokenType);
  const terms = useQuery({
    ...withdrawTermsQuery(asset, network?.tokenType ?? null),
    enabled: network !== null,
  });
  const book = useQuery(addressBookQuery);
  const request = useCodeRequest(onAsked);

  const draft: WithdrawDraft = { ...input, asset, tokenType: network?.tokenType ?? null };
  const bounds = network && terms.data ? toWithdrawBounds(terms.data, balance, network.tagNeeded) : null;
  const saved = findSavedAddress(book.data?.content ?? [], draft);
  const whitelistProblem = terms.data?.whitelistOnly && book.data ? checkWhitelist(saved) : null;
  const validationError = validateWithdrawDraft(draft, bounds) ?? whitelistProblem;
  const decimals = getDisplayDecimals(asset);
  const fittingTypes = listFittingNetworks(asset, networks, draft.address);
  const { read } = parseForDraft(draft, networks, draft.address);

  const change = (part: Partial<WithdrawInput>) => {
    request.forget();
    setInput((old) => {
      const next = { ...old, ...part };
      const tokenType = findChosenNetwork(networks, next.tokenType)?.tokenType ?? null;
      // A tag typed for the previous address must not reappear with the next one.
      return getTagInAddress({ ...next, asset, tokenType }) === null
        ? next
        : { ...next, tag: '', noTag: false };
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
    fits: fittingTypes,
    /** Why the link in the field can't be paid here, and the coin or network that it is for. */
    linkErrorCode: isPaymentLink(draft.address) || read.error === 'LIGHTNING' ? read.error : null,
    linkTarget: read.error === 'OTHER' ? read.target : null,
    networks,
    validationError,
    /** A network is chosen but its terms aren't loaded yet. */
    waiting: network !== null && terms.isPending,
    failed: terms.isError && !terms.data ? terms.error : null,
    retry: () => void terms.refetch(),
    receives: bounds && computeReceivedAmount(asset, draft.amount, bounds.fee),
    change,
    // The address is kept only if it is valid on the new network too.
    setNetwork: (tokenType: string) =>
      change(
        fittingTypes.includes(tokenType) ? { tokenType } : { tokenType, address: '', tag: '', noTag: false },
      ),
    ...destinationActions(draft, networks, change),
    fillAll: () => bounds && change({ amount: maxWithdrawable(asset, bounds, decimals) }),
    busy: request.busy,
    refusal: request.error && {
      error: request.error,
      place:
        request.error instanceof ApiError ? getWithdrawalErrorField(request.error.code) : ('form' as const),
    },
    submit: () => {
      const intent = validationError || !network ? null : toWithdrawIntent(draft);
      if (intent && !request.busy) request.ask(intent);
    },
    reset: () => {
      request.forget();
      setInput(EMPTY_INPUT);
    },
  };
}

/** Returns what enters a destination from elsewhere: the clipboard, the camera or the address book. */
const destinationActions = (
  draft: WithdrawDraft,
  networks: readonly NetworkChoice[],
  change: (part: Partial<WithdrawInput>) => void,
) => ({
  /** Enters a pasted text into the field, where it is validated too. */
  paste: (text: string) => {
    const { tokenType, read: pasted } = parseForDraft(draft, networks, text);
    if (pasted.error === null) change(setDestination(draft, { ...pasted, tokenType }));
    else change({ address: cleanAddressField(text) });
  },
  /** Enters a scanned text, or returns why it can't be used. A link for another coin is offered at the field. */
  scan: (text: string): PaymentLinkError | null => {
    const { tokenType, read: scanned } = parseForDraft(draft, networks, text);
    if (scanned.error === null) change(setDestination(draft, { ...scanned, tokenType }));
    else if (scanned.error === 'OTHER') change({ address: cleanAddressField(text) });
    else return scanned.error;
    return null;
  },
  pick: ({ tokenType, address, tag }: AddressBookEntry) =>
    change({
      tokenType,
      address,
      tag: tag ?? '',
      noTag: tag === null && networks.some((one) => one.tokenType === tokenType && one.tagNeeded),
    }),
});
