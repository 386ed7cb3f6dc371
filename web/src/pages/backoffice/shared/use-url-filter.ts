import { useSearchParams } from '../../../framework/navigation/router.tsx';

/** A list's filter, stored in its address (`?state=SENT`) unless it is the first of the values. */
export function useUrlFilter<V extends string>(
  name: string,
  values: readonly [V, ...V[]],
): [V, (value: V) => void] {
  const [search, setSearch] = useSearchParams();
  const value = values.find((candidate) => candidate === search.get(name)) ?? values[0];
  const choose = (chosen: V) =>
    setSearch(
      (now) => {
        if (chosen === values[0]) now.delete(name);
        else now.set(name, chosen);
        return now;
      },
      { replace: true },
    );
  return [value, choose];
}
