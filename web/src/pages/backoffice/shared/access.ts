import type { StaffRole } from '@sarraf/domain/contracts';

/** The desk's parts, in the order of its menu. */
export const PLACES = [
  'reviews',
  'tickets',
  'people',
  'recoveries',
  'companies',
  'withdrawals',
  'payouts',
  'incoming',
  'treasury',
  'coins',
  'limits',
  'figures',
  'reports',
  'rules',
  'content',
  'brand',
  'webErrors',
  'audit',
] as const;
export type Place = (typeof PLACES)[number];

export const PATHS: Readonly<Record<Place, string>> = {
  reviews: '/backoffice',
  tickets: '/backoffice/tickets',
  people: '/backoffice/people',
  recoveries: '/backoffice/recoveries',
  companies: '/backoffice/companies',
  withdrawals: '/backoffice/withdrawals',
  payouts: '/backoffice/payouts',
  incoming: '/backoffice/incoming',
  treasury: '/backoffice/treasury',
  coins: '/backoffice/coins',
  limits: '/backoffice/limits',
  figures: '/backoffice/figures',
  reports: '/backoffice/reports',
  rules: '/backoffice/rules',
  content: '/backoffice/content',
  brand: '/backoffice/brand',
  webErrors: '/backoffice/web-errors',
  audit: '/backoffice/audit',
};

/** Whose a part is beside `admin`. The server decides; this only keeps closed doors out of sight. */
const WHOSE: Readonly<Record<Place, readonly StaffRole[]>> = {
  reviews: ['kyc'],
  tickets: ['support'],
  people: ['support', 'kyc', 'treasury'],
  recoveries: ['kyc'],
  companies: ['support', 'kyc', 'treasury'],
  withdrawals: ['treasury'],
  payouts: ['treasury'],
  incoming: ['treasury'],
  treasury: ['treasury'],
  coins: ['treasury'],
  limits: ['treasury'],
  figures: ['treasury'],
  reports: ['treasury'],
  rules: ['treasury'],
  content: ['support'],
  brand: [],
  webErrors: ['support'],
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
  /** Freezing a part by court order. */
  money: boolean;
  /** Rows of business: whoever isn't admin may only switch off. */
  admin: boolean;
}

export function rightsOf(roles: readonly StaffRole[]): Rights {
  const kyc = isOneOf(roles, ['kyc']);
  return {
    kyc,
    block: isOneOf(roles, ['support', 'kyc']),
    unblock: kyc,
    money: isOneOf(roles, ['treasury']),
    admin: roles.includes('admin'),
  };
}
