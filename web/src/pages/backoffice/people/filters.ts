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
export const PERSON_KINDS = ['REAL', 'COMPANY'] as const satisfies readonly CustomerKind[];

/** Null: any value. */
export interface PeopleFilters {
  state: AuthenticationType | null;
  level: UserLevel | null;
  kind: CustomerKind | null;
  blocked: 'BLOCKED' | 'FREE' | null;
  /** In English, as the server stores it. */
  country: string | null;
}

const parseChoice = <V extends string>(values: readonly V[], text: string | null): V | null =>
  values.find((candidate) => candidate === text) ?? null;

/** Reads the filters from the address, so that they can be shared and saved by name. */
export const parseFilters = (search: URLSearchParams): PeopleFilters => ({
  state: parseChoice(PERSON_STATES, search.get('state')),
  level: parseChoice(USER_LEVELS, search.get('level')),
  kind: parseChoice(PERSON_KINDS, search.get('kind')),
  blocked: parseChoice(['BLOCKED', 'FREE'], search.get('blocked')),
  country: search.get('country'),
});

export const toFilterSearch = (filters: PeopleFilters): Record<string, string> => ({
  list: '',
  ...Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null),
  ),
});

export const NO_FILTERS: PeopleFilters = {
  state: null,
  level: null,
  kind: null,
  blocked: null,
  country: null,
};

/** The server requires at least one filter. */
export const hasNoFilter = (filters: PeopleFilters): boolean =>
  Object.values(filters).every((value) => value === null);

export const toQuery = ({
  state,
  level,
  kind,
  blocked,
  country,
}: PeopleFilters): QueryOf<typeof findPeople> => ({
  ...(state !== null && { state }),
  ...(level !== null && { level }),
  ...(kind !== null && { kind }),
  ...(blocked !== null && { blocked: blocked === 'BLOCKED' }),
  ...(country !== null && { country }),
});
