import { describe, expect, it } from 'vitest';
import { placesOf, rightsOf } from './access.ts';
import { placeNames } from './places.ts';

describe('who sees what', () => {
  it('shows support what waits, the tickets, the search, the stores, what broke and the texts', () => {
    expect(placesOf(['support'])).toEqual(['now', 'tickets', 'people', 'companies', 'webErrors', 'content']);
    expect(rightsOf(['support'])).toEqual({
      kyc: false,
      block: true,
      unblock: false,
      money: false,
      admin: false,
    });
  });

  it('shows those who review all but the log', () => {
    expect(placesOf(['kyc'])).toEqual(['now', 'reviews', 'people', 'recoveries', 'companies']);
    expect(rightsOf(['kyc'])).toEqual({ kyc: true, block: true, unblock: true, money: false, admin: false });
  });

  it('shows an admin everything', () => {
    expect(placesOf(['admin'])).toEqual(placeNames);
    expect(rightsOf(['admin'])).toEqual({ kyc: true, block: true, unblock: true, money: true, admin: true });
  });

  it('shows the treasury the money and who it belongs to', () => {
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
