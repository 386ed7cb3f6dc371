import { useSearchParams } from 'react-router';
import { type Kind, kindOf, kindsOf, type TabKey } from './place.ts';

/** In or out: part of the address, so that going back finds the list as it was. */
export function useKind(tab: TabKey, company: boolean) {
  const [search, setSearch] = useSearchParams();
  const kinds = kindsOf(tab, company);
  const choose = (kind: Kind) => setSearch({ tab, ...(kind !== 'deposit' && { kind }) }, { replace: true });
  return { kinds, kind: kindOf(search, kinds), choose };
}
