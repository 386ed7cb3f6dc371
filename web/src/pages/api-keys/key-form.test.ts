import { describe, expect, it } from 'vitest';
import { addressesOf, EMPTY_KEY_FORM, keyBodyOf, missingOf, toggled } from './key-form.ts';

const form = { ...EMPTY_KEY_FORM, label: 'bot', publicKey: 'AAAA' };

describe('a new key', () => {
  it('says what is missing, one thing after the other', () => {
    expect(missingOf(EMPTY_KEY_FORM)).toBe('label');
    expect(missingOf({ ...form, publicKey: ' ' })).toBe('publicKey');
    expect(missingOf({ ...form, permissions: [] })).toBe('permissions');
    expect(missingOf({ ...form, permissions: ['WITHDRAW'], addresses: ' , ' })).toBe('addresses');
    expect(missingOf({ ...form, permissions: ['WITHDRAW'], addresses: '203.0.113.7' })).toBeNull();
    expect(missingOf({ ...form, kind: 'HMAC', publicKey: '' })).toBeNull();
  });

  it('is never sent with a private key', () => {
    expect(missingOf({ ...form, publicKey: '-----BEGIN PRIVATE KEY-----' })).toBe('privateKey');
  });

  it('reads addresses as people write them', () => {
    expect(addressesOf(' 203.0.113.7, 2001:db8::/48،10.1.0.0/16\n198.51.100.1 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/48',
      '10.1.0.0/16',
      '198.51.100.1',
    ]);
  });

  it('keeps permissions in their order, whichever was chosen first', () => {
    expect(toggled(['WITHDRAW'], 'READ')).toEqual(['READ', 'WITHDRAW']);
    expect(toggled(['READ', 'WITHDRAW'], 'READ')).toEqual(['WITHDRAW']);
  });

  it('ends so many days from now, or never; a secret is made where no key is brought', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(keyBodyOf(form, now)).toMatchObject({ publicKey: 'AAAA', expiresAt: '2026-04-01T00:00:00.000Z' });
    expect(keyBodyOf({ ...form, life: 'NEVER', kind: 'HMAC' }, now)).toEqual({
      label: 'bot',
      kind: 'HMAC',
      permissions: ['READ'],
      addresses: [],
    });
  });
});
