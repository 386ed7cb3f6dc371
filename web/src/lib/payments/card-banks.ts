import { type Bank, bankOfNumber, type CardPrefix, isIban } from '@sarraf/domain';
import type { cardPrefixes } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Staff edits them rarely. */
export const cardPrefixesQuery = queryOptions({
  queryKey: ['card-prefixes'],
  queryFn: ({ signal }) => call<typeof cardPrefixes>('GET', '/country/iran/card-prefixes', { signal }),
  staleTime: 3_600_000,
});

const NONE: readonly CardPrefix[] = [];

/** Returns the banks by card prefix; `loaded` is false at first, so that no bank is called unknown too early. */
export function useCardPrefixes(): { prefixes: readonly CardPrefix[]; loaded: boolean } {
  const { data } = useQuery(cardPrefixesQuery);
  return { prefixes: data ?? NONE, loaded: data !== undefined };
}

/** The bank of a masked card or IBAN; null: none is known, undefined: not known yet. */
export function useBankOfMask(): (masked: string) => Bank | null | undefined {
  const { prefixes, loaded } = useCardPrefixes();
  return (masked) => (loaded || isIban(masked) ? bankOfNumber(masked, prefixes) : undefined);
}
