import { useSearchParams } from '../../framework/navigation/router.tsx';
import { type HistoryKind, parseHistoryKind, type TabKey } from './tabs.ts';

/** Deposits or withdrawals: part of the address, so that "back" restores the list. */
export function useHistoryKind(tab: TabKey) {
  const [search, setSearch] = useSearchParams();
  const choose = (kind: HistoryKind) =>
    setSearch({ tab, ...(kind !== 'deposit' && { kind }) }, { replace: true });
  return { kind: parseHistoryKind(search), choose };
}
