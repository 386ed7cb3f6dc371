import { describe, expect, it } from 'vitest';
import { EMPTY_KEY_FORM, findMissingPart, parseAddresses, togglePermission, toKeyBody } from './key-form.ts';

const form = { ...EMPTY_KEY_FORM, label: 'bot', publicKey: 'AAAA' };

describe('the form of a new key', () => {
  it('reports missing fields one after the other', () => {
    expect(findMissingPart(EMPTY_KEY_FORM)).toBe('label');
    expect(findMissingPart({ ...form, publicKey: ' ' })).toBe('publicKey');
    expect(findMissingPart({ ...form, permissions: [] })).toBe('permissions');
    expect(findMissingPart({ ...form, permissions: ['WITHDRAW'], addresses: ' , ' })).toBe('addresses');
    const withdrawing = { ...form, permissions: ['WITHDRAW'], addresses: '203.0.113.7' } as const;
    expect(findMissingPart({ ...withdrawing, withdrawalLimit: '' })).toBe('withdrawalLimit');
    expect(findMissingPart({ ...withdrawing, withdrawalLimit: '0' })).toBe('withdrawalLimit');
    expect(findMissingPart({ ...withdrawing, withdrawalLimit: '5000000' })).toBeNull();
    expect(findMissingPart({ ...form, kind: 'HMAC', publicKey: '' })).toBeNull();
  });

  it('refuses a private key before it is sent', () => {
    expect(findMissingPart({ ...form, publicKey: '-----BEGIN PRIVATE KEY-----' })).toBe('privateKey');
  });

  it('parses addresses in every notation', () => {
    expect(parseAddresses(' 203.0.113.7, 2001:db8::/48،10.1.0.0/16\n198.51.100.1 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/48',
      '10.1.0.0/16',
      '198.51.100.1',
    ]);
  });

  it('lists permissions in a fixed order, whatever order they were chosen in', () => {
    expect(togglePermission(['WITHDRAW'], 'READ')).toEqual(['READ', 'WITHDRAW']);
    expect(togglePermission(['READ', 'WITHDRAW'], 'READ')).toEqual(['WITHDRAW']);
  });

  it('requests an expiry in days or none, and a secret unless a public key is provided', () => {
    const now = Date.UTC(2026, 0, 1);
    expect(toKeyBody(form, now)).toMatchObject({ publicKey: 'AAAA', expiresAt: '2026-04-01T00:00:00.000Z' });
    expect(toKeyBody({ ...form, life: 'NEVER', kind: 'HMAC' }, now)).toEqual({
      label: 'bot',
      kind: 'HMAC',
      permissions: ['READ'],
      addresses: [],
    });
    const withdrawing = { ...form, withdrawalLimit: '5000000' };
    expect(toKeyBody({ ...withdrawing, permissions: ['WITHDRAW'] }, now).withdrawalLimit).toBe('5000000');
    expect(toKeyBody(withdrawing, now).withdrawalLimit).toBeUndefined();
  });
});
