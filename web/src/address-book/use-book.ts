import type {
  addAddressBookEntry,
  addressBook,
  BodyOf,
  removeAddressBookEntry,
} from '@sarraf/domain/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../lib/api/api.ts';
import { queryClient } from '../lib/queries/query-client.ts';

/** The saved addresses, at most 100, and whether withdrawals are limited to them. */
export const addressBookQuery = queryOptions({
  queryKey: ['address-book'],
  queryFn: ({ signal }) => call<typeof addressBook>('GET', '/wallets/address-book', { signal }),
  staleTime: 60_000,
});

const refetchAddressBook = () => void queryClient.invalidateQueries({ queryKey: addressBookQuery.queryKey });

/** Saves an address; the server requires a step-up confirmation first. */
export const useAddAddress = (onDone: () => void) =>
  useMutation({
    mutationFn: (body: BodyOf<typeof addAddressBookEntry>) =>
      call<typeof addAddressBookEntry>('POST', '/wallets/address-book', { body }),
    onSuccess: () => {
      refetchAddressBook();
      onDone();
    },
  });

export const useRemoveAddress = (onDone: () => void) =>
  useMutation({
    mutationFn: (id: string) =>
      call<typeof removeAddressBookEntry>('DELETE', '/wallets/address-book/:id', { params: { id } }),
    onSuccess: onDone,
    onSettled: refetchAddressBook,
  });
