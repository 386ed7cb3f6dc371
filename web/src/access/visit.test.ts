import { expect, test } from 'vitest';
import { deviceKind, formatProgram, getVisitCountryName, isPrivateAddress } from './visit.ts';

test('formatProgram returns the familiar names of a browser and its system', () => {
  expect(formatProgram({ browser: 'CHROME', osType: 'ANDROID' })).toBe('Chrome · Android');
  expect(formatProgram({ browser: '', osType: 'IOS' })).toBe('iOS');
  expect(formatProgram({ browser: 'curl', osType: 'toString' })).toBeNull();
});

test('formatProgram returns null for an unknown device', () => {
  expect(deviceKind('TABLET')).toBe('TABLET');
  expect(deviceKind('')).toBeNull();
});

test('isPrivateAddress distinguishes private addresses from those with an unknown country', () => {
  for (const ip of [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.9',
    '192.168.1.5',
    '::1',
    'fd00::7',
    '::ffff:10.0.0.1',
  ])
    expect(isPrivateAddress(ip), ip).toBe(true);
  for (const ip of ['5.52.1.1', '172.32.0.1', '193.168.1.1', '2a00:1450::1'])
    expect(isPrivateAddress(ip), ip).toBe(false);
});

test('getVisitCountryName returns the country in the language of the page', () => {
  expect(getVisitCountryName('IR', 'fa')).toBe('ایران');
  expect(getVisitCountryName('DE', 'en')).toBe('Germany');
  expect(getVisitCountryName(null, 'fa')).toBeNull();
  expect(getVisitCountryName('x', 'en')).toBeNull();
});
