import { describe, expect, it } from 'vitest';
import { placesOf, rightsOf } from './access.ts';
import { placeNames } from './places.ts';

describe('sections of the back office by role', () => {
  it('support sees the queues, tickets, search, stores, browser errors and articles', () => {
    expect(placesOf(['support'])).toEqual(['now', 'tickets', 'people', 'companies', 'webErrors', 'content']);
    expect(rightsOf(['support'])).toEqual({
      kyc: false,
      block: true,
      unblock: false,
      money: false,
      admin: false,
    });
  });

  it('reviewers see everything but the log', () => {
    expect(placesOf(['kyc'])).toEqual(['now', 'reviews', 'people', 'recoveries', 'companies']);
    expect(rightsOf(['kyc'])).toEqual({ kyc: true, block: true, unblock: true, money: false, admin: false });
  });

  it('an admin sees everything', () => {
    expect(placesOf(['admin'])).toEqual(placeNames);
    expect(rightsOf(['admin'])).toEqual({ kyc: true, block: true, unblock: true, money: true, admin: true });
  });

  it('the treasury sees money and its owners', () => {
    expect(placesOf(['treasury'])).toEqual([
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
    expect(rightsOf(['treasury'])).toEqual({
      kyc: false,
      block: false,
      unblock: false,
      money: true,
      admin: false,
    });
    expect(placesOf([])).toEqual([]);
  });
});
