import type { StaffRole } from '@sarraf/domain/contracts';
import { BACKOFFICE_SECTIONS, type BackofficeSection, placeNames } from './places.ts';

const isOneOf = (roles: readonly StaffRole[], whose: readonly StaffRole[]): boolean =>
  roles.includes('admin') || whose.some((role) => roles.includes(role));

export const placesOf = (roles: readonly StaffRole[]): BackofficeSection[] =>
  placeNames.filter((place) => isOneOf(roles, BACKOFFICE_SECTIONS[place].roles));

export interface Rights {
  /** National code, birthday, address and documents; checks, decisions, recoveries. */
  kyc: boolean;
  block: boolean;
  unblock: boolean;
  /** Freezing an amount by court order. */
  money: boolean;
  /** Business rows: others than admins may only switch off. */
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
