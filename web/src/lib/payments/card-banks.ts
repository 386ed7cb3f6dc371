import { bankOfCard, type CardPrefix, onlyDigits } from '@sarraf/domain';
import type { cardPrefixes } from '@sarraf/domain/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api/api.ts';

/** Staff edits them, seldom. */
export const cardPrefixesQuery = queryOptions({
  queryKey: ['card-prefixes'],
  queryFn: ({ signal }) => call<typeof cardPrefixes>('GET', '/country/iran/card-prefixes', { signal }),
  staleTime: 3_600_000,
});

const NONE: readonly CardPrefix[] = [];

/** Banks by their cards; none until they are loaded, so that no bank is called unknown before. */
export function useCardPrefixes(): { prefixes: readonly CardPrefix[]; loaded: boolean } {
  const { data } = useQuery(cardPrefixesQuery);
  return { prefixes: data ?? NONE, loaded: data !== undefined };
}

/** The bank of a masked card, whose first six digits stand in sight; undefined: not known yet. */
export function useBankOfMask(): (masked: string) => CardPrefix | null | undefined {
  const { prefixes, loaded } = useCardPrefixes();
  return (masked) => (loaded ? bankOfCard(onlyDigits(masked).slice(0, 6), prefixes) : undefined);
}
