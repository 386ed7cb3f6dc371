import { describe, expect, it } from 'vitest';
import { getStaffRights, listSections } from './access.ts';
import { sectionNames } from './places.ts';

describe('sections of the back office by role', () => {
  it('support sees the queues, tickets, search, stores, browser errors and articles', () => {
    expect(listSections(['support'])).toEqual([
      'now',
      'tickets',
      'people',
      'companies',
      'webErrors',
      'content',
    ]);
    expect(getStaffRights(['support'])).toEqual({
      kyc: false,
      block: true,
      unblock: false,
      money: false,
      admin: false,
    });
  });

  it('reviewers see everything but the log', () => {
    expect(listSections(['kyc'])).toEqual(['now', 'reviews', 'people', 'recoveries', 'companies']);
    expect(getStaffRights(['kyc'])).toEqual({
      kyc: true,
      block: true,
      unblock: true,
      money: false,
      admin: false,
    });
  });

  it('an admin sees everything', () => {
    expect(listSections(['admin'])).toEqual(sectionNames);
    expect(getStaffRights(['admin'])).toEqual({
      kyc: true,
      block: true,
      unblock: true,
      money: true,
      admin: true,
    });
  });

  it('the treasury sees money and its owners', () => {
    expect(listSections(['treasury'])).toEqual([
      'now',
      'alarms',
      'figures',
      'people',
      'companies',
      'withdrawals',
      'payouts',
      'incoming',
      'treasury',
      'books',
      'reports',
      'coins',
      'limits',
      'rules',
      'operations',
    ]);
    expect(getStaffRights(['treasury'])).toEqual({
      kyc: false,
      block: false,
      unblock: false,
      money: true,
      admin: false,
    });
    expect(listSections([])).toEqual([]);
  });
});
