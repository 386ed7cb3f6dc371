import { normalizeSearchText } from '@sarraf/domain';

/** Returns the entries with a name that contains the query; those that begin with it come first. */
export function rankMatches<T>(
  entries: readonly T[],
  query: string,
  namesOf: (entry: T) => readonly string[],
): T[] {
  const key = normalizeSearchText(query);
  const rankOf = (entry: T): number => {
    const positions = namesOf(entry).map((name) => normalizeSearchText(name).indexOf(key));
    if (positions.includes(0)) return 0;
    return positions.some((position) => position > 0) ? 1 : 2;
  };
  const rankedEntries = entries.map((entry) => ({ entry, place: rankOf(entry) }));
  return [0, 1].flatMap((at) => rankedEntries.filter(({ place }) => place === at).map(({ entry }) => entry));
}
