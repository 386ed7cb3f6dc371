import { describe, expect, it } from 'vitest';
import { placesOf, rightsOf } from './access.ts';

describe('who sees what', () => {
  it('shows support the search alone', () => {
    expect(placesOf(['support'])).toEqual(['people']);
    expect(rightsOf(['support'])).toEqual({ kyc: false, block: true, unblock: false });
  });

  it('shows those who review all but the log', () => {
    expect(placesOf(['kyc'])).toEqual(['reviews', 'people', 'recoveries']);
    expect(rightsOf(['kyc'])).toEqual({ kyc: true, block: true, unblock: true });
  });

  it('shows an admin everything', () => {
    expect(placesOf(['admin'])).toEqual(['reviews', 'people', 'recoveries', 'audit']);
    expect(rightsOf(['admin'])).toEqual({ kyc: true, block: true, unblock: true });
  });

  it('shows a role without a part here nothing, and adds up several roles', () => {
    expect(placesOf(['treasury'])).toEqual([]);
    expect(rightsOf(['treasury'])).toEqual({ kyc: false, block: false, unblock: false });
    expect(placesOf(['treasury', 'support'])).toEqual(['people']);
  });
});
