import { describe, expect, it } from 'vitest';
import { addressesOf, EMPTY_KEY_FORM, keyBodyOf, missingOf, toggled } from './key-form.ts';

const form = { ...EMPTY_KEY_FORM, label: 'bot', publicKey: 'AAAA' };

describe('the form of a new key', () => {
  it('reports missing fields one after the other', () => {
    expect(missingOf(EMPTY_KEY_FORM)).toBe('label');
    expect(missingOf({ ...form, publicKey: ' ' })).toBe('publicKey');
    expect(missingOf({ ...form, permissions: [] })).toBe('permissions');
    expect(missingOf({ ...form, permissions: ['WITHDRAW'], addresses: ' , ' })).toBe('addresses');
    expect(missingOf({ ...form, permissions: ['WITHDRAW'], addresses: '203.0.113.7' })).toBeNull();
    expect(missingOf({ ...form, kind: 'HMAC', publicKey: '' })).toBeNull();
  });

  it('refuses a private key before it is sent', () => {
    expect(missingOf({ ...form, publicKey: '-----BEGIN PRIVATE KEY-----' })).toBe('privateKey');
  });

  it('parses addresses in every notation', () => {
    expect(addressesOf(' 203.0.113.7, 2001:db8::/48،10.1.0.0/16\n198.51.100.1 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/48',
      '10.1.0.0/16',
      '198.51.100.1',
    ]);
  });

  it('lists permissions in a fixed order, whatever order they were chosen in', () => {
    expect(toggled(['WITHDRAW'], 'READ')).toEqual(['READ', 'WITHDRAW']);
    expect(toggled(['READ', 'WITHDRAW'], 'READ')).toEqual(['WITHDRAW']);
  });

  it('requests an expiry in days or none, and a secret unless a public key is provided', () => {
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
