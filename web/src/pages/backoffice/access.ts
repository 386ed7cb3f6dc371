import type { StaffRole } from '@sarraf/domain/contracts';

/** The desk's parts, in the order of its menu. */
export const PLACES = ['reviews', 'people', 'recoveries', 'audit'] as const;
export type Place = (typeof PLACES)[number];

export const PATHS: Readonly<Record<Place, string>> = {
  reviews: '/backoffice',
  people: '/backoffice/people',
  recoveries: '/backoffice/recoveries',
  audit: '/backoffice/audit',
};

/** Whose a part is beside `admin`. The server decides; this only keeps closed doors out of sight. */
const WHOSE: Readonly<Record<Place, readonly StaffRole[]>> = {
  reviews: ['kyc'],
  people: ['support', 'kyc'],
  recoveries: ['kyc'],
  audit: [],
};

const isOneOf = (roles: readonly StaffRole[], whose: readonly StaffRole[]): boolean =>
  roles.includes('admin') || whose.some((role) => roles.includes(role));

export const placesOf = (roles: readonly StaffRole[]): Place[] =>
  PLACES.filter((place) => isOneOf(roles, WHOSE[place]));

export interface Rights {
  /** National code, birthday, address and documents; checks, decisions, recoveries. */
  kyc: boolean;
  block: boolean;
  unblock: boolean;
}

export function rightsOf(roles: readonly StaffRole[]): Rights {
  const kyc = isOneOf(roles, ['kyc']);
  return { kyc, block: isOneOf(roles, ['support', 'kyc']), unblock: kyc };
}
