import { USER_LEVELS, type UserLevel } from '@sarraf/domain';
import type { AuthenticationType, CustomerKind, findPeople, QueryOf } from '@sarraf/domain/contracts';

export const PERSON_STATES = [
  'AUTHORIZED',
  'PENDING',
  'INFORMATION_CHANGED',
  'INFORMATION_CHANGED_PENDING',
  'UNAUTHORIZED',
  'UNIDENTIFIED',
  'NOT_COMPLETE',
] as const satisfies readonly AuthenticationType[];
export const KINDS_OF_PERSON = ['REAL', 'COMPANY'] as const satisfies readonly CustomerKind[];

/** Null: any value. */
export interface Filters {
  state: AuthenticationType | null;
  level: UserLevel | null;
  kind: CustomerKind | null;
  blocked: 'BLOCKED' | 'FREE' | null;
  /** In English, as the server stores it. */
  country: string | null;
}

const oneOf = <V extends string>(values: readonly V[], text: string | null): V | null =>
  values.find((known) => known === text) ?? null;

/** Reads the filters from the address, so that they can be shared and saved by name. */
export const readFilters = (search: URLSearchParams): Filters => ({
  state: oneOf(PERSON_STATES, search.get('state')),
  level: oneOf(USER_LEVELS, search.get('level')),
  kind: oneOf(KINDS_OF_PERSON, search.get('kind')),
  blocked: oneOf(['BLOCKED', 'FREE'], search.get('blocked')),
  country: search.get('country'),
});

export const filterSearch = (filters: Filters): Record<string, string> => ({
  list: '',
  ...Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null),
  ),
});

export const NO_FILTERS: Filters = { state: null, level: null, kind: null, blocked: null, country: null };

/** The server requires at least one filter. */
export const isEmpty = (filters: Filters): boolean => Object.values(filters).every((value) => value === null);

export const queryOf = ({ state, level, kind, blocked, country }: Filters): QueryOf<typeof findPeople> => ({
  ...(state !== null && { state }),
  ...(level !== null && { level }),
  ...(kind !== null && { kind }),
  ...(blocked !== null && { blocked: blocked === 'BLOCKED' }),
  ...(country !== null && { country }),
});
