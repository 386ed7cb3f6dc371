import { expect, it } from 'vitest';
import { createNamedRandom } from '../../test/random.ts';
import { containsAddress, formatAddressRange, isWithin, parseAddressRange } from './address-ranges.ts';

const ranges = (...texts: string[]) => texts.map((text) => parseAddressRange(text) ?? expect.fail(text));

it.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7/24 ', '203.0.113.0/24'],
  ['10.1.2.3/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::1/32', '2001:db8::/32'],
  ['2001:db8::1', '2001:db8::1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['::/0', '::/0'],
])('parses the range %s as %s', (typed, expected) => {
  const read = parseAddressRange(typed);
  expect(read && formatAddressRange(read)).toBe(expected);
});

it.each([
  '',
  'localhost',
  '1.2.3',
  '1.2.3.4/33',
  '1.2.3.4/-1',
  '1.2.3.4/8/8',
  '1.2.3.4/',
  '01.2.3.4',
  '::1/129',
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
  '1.2.3.4/1e1',
])('rejects %j as a range', (text) => {
  expect(parseAddressRange(text)).toBeNull();
});

it('a range contains its addresses, whichever notation the socket uses', () => {
  const list = ranges('203.0.113.0/25', '2001:db8::/48');
  const isContained = (address: string) => containsAddress(list, address);
  expect(
    ['203.0.113.0', '203.0.113.127', '::ffff:203.0.113.5', '2001:db8::ff', '2001:DB8:0:1::'].map(isContained),
  ).toEqual(Array(5).fill(true));
  expect(
    ['203.0.113.128', '203.0.112.255', '2001:db8:1::', '::203.0.113.5', 'x', ''].map(isContained),
  ).toEqual(Array(6).fill(false));
});

it('a range is within another range that contains all of its addresses', () => {
  const within = (inner: string, outer: string) => {
    const [a, b] = ranges(inner, outer);
    return a !== undefined && b !== undefined && isWithin(a, b);
  };
  expect([
    within('10.0.0.0/16', '10.0.0.0/8'),
    within('10.0.0.0/8', '10.0.0.0/8'),
    within('10.0.0.0/8', '10.0.0.0/16'),
    within('11.0.0.0/16', '10.0.0.0/8'),
    within('::/96', '0.0.0.0/0'),
  ]).toEqual([true, true, false, false, false]);
});

it('the text of any range parses back to the same range', () => {
  const random = createNamedRandom('address ranges');
  const below = (most: number) => Math.floor(random() * most);
  for (let round = 0; round < 500; round += 1) {
    const octets = Array.from({ length: 4 }, () => below(256)).join('.');
    const groups = Array.from({ length: 8 }, () => below(below(3) === 0 ? 1 : 65_536).toString(16)).join(':');
    for (const text of [`${octets}/${below(33)}`, `${groups}/${below(129)}`]) {
      const read = parseAddressRange(text);
      expect([text, read && parseAddressRange(formatAddressRange(read))]).toEqual([text, read]);
      expect(read && containsAddress([read], text.split('/')[0] ?? '')).toBe(
        !text.startsWith('0:0:0:0:0:ffff:'),
      );
    }
  }
});
