import { type Bank, type CardPrefix, findBankByNumber, isIban } from '@sarraf/domain';
import type { cardPrefixes } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Long cache time: staff rarely edits them. */
export const cardPrefixesQuery = queryOptions({
  queryKey: ['card-prefixes'],
  queryFn: ({ signal }) => call<typeof cardPrefixes>('GET', '/country/iran/card-prefixes', { signal }),
  staleTime: 3_600_000,
});

const NO_PREFIXES: readonly CardPrefix[] = [];

/**
 * Returns the banks by card prefix; `loaded` is false at first, so that a bank isn't called unknown before they are
 * loaded.
 */
export function useCardPrefixes(): { prefixes: readonly CardPrefix[]; loaded: boolean } {
  const { data } = useQuery(cardPrefixesQuery);
  return { prefixes: data ?? NO_PREFIXES, loaded: data !== undefined };
}

/** Returns a function that finds the bank of a masked card or IBAN; null: unknown, undefined: not loaded yet. */
export function useBankOfMask(): (masked: string) => Bank | null | undefined {
  const { prefixes, loaded } = useCardPrefixes();
  return (masked) => (loaded || isIban(masked) ? findBankByNumber(masked, prefixes) : undefined);
}
