import { searchKey } from '@sarraf/domain';

/** Returns the entries with a name that contains the query; those that begin with it come first. */
export function ranked<T>(
  entries: readonly T[],
  typed: string,
  namesOf: (entry: T) => readonly string[],
): T[] {
  const wanted = searchKey(typed);
  const placeOf = (entry: T): number => {
    const places = namesOf(entry).map((name) => searchKey(name).indexOf(wanted));
    if (places.includes(0)) return 0;
    return places.some((place) => place > 0) ? 1 : 2;
  };
  const placed = entries.map((entry) => ({ entry, place: placeOf(entry) }));
  return [0, 1].flatMap((at) => placed.filter(({ place }) => place === at).map(({ entry }) => entry));
}
