import type { StaffRole } from '@sarraf/domain/contracts';
import { BACKOFFICE_SECTIONS, type BackofficeSection, sectionNames } from './places.ts';

const hasOneOf = (roles: readonly StaffRole[], whose: readonly StaffRole[]): boolean =>
  roles.includes('admin') || whose.some((role) => roles.includes(role));

export const listSections = (roles: readonly StaffRole[]): BackofficeSection[] =>
  sectionNames.filter((place) => hasOneOf(roles, BACKOFFICE_SECTIONS[place].roles));

export interface StaffRights {
  /** National code, birthday, address and documents; checks, decisions, recoveries. */
  kyc: boolean;
  block: boolean;
  unblock: boolean;
  /** Freezing an amount by court order. */
  money: boolean;
  /** Business rows: others than admins may only switch off. */
  admin: boolean;
}

export function getStaffRights(roles: readonly StaffRole[]): StaffRights {
  const kyc = hasOneOf(roles, ['kyc']);
  return {
    kyc,
    block: hasOneOf(roles, ['support', 'kyc']),
    unblock: kyc,
    money: hasOneOf(roles, ['treasury']),
    admin: roles.includes('admin'),
  };
}
