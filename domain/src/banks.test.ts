import { describe, expect, it } from 'vitest';
import {
  type CardPrefix,
  findBankByCard,
  findBankByNumber,
  findBankBySheba,
  groupBankNumber,
  hasShebaCodes,
} from './banks.ts';
import { maskCard, maskSheba } from './identifiers.ts';

const PREFIXES: readonly CardPrefix[] = [
  { prefix: '621986', fa: 'بانک سامان', en: 'Saman' },
  { prefix: '62198618', fa: 'بلوبانک', en: 'Blu (Saman)' },
  { prefix: '603770', fa: 'بانک کشاورزی', en: 'Keshavarzi' },
];
const ofCard = (card: string) => findBankByCard(card, PREFIXES)?.fa ?? null;

describe('the bank', () => {
  it('is determined by six digits of a card, or eight if two banks share the six', () => {
    expect(ofCard('6037701689095443')).toBe('بانک کشاورزی');
    expect(ofCard('6219861034529007')).toBe('بانک سامان');
    expect(ofCard('6219861812345678')).toBe('بلوبانک');
    expect(ofCard('621986')).toBe('بانک سامان');
  });

  it('is determined by a card’s first six digits, and unknown for an unassigned prefix', () => {
    expect(ofCard('60377')).toBeNull();
    expect(ofCard('')).toBeNull();
    expect(ofCard('4111111111111111')).toBeNull();
    expect(findBankByCard('6037701689095443', [])).toBeNull();
  });

  it('has the same name by Sheba as by card, except if it uses another bank’s accounts', () => {
    expect([hasShebaCodes('بانک سامان'), hasShebaCodes('بلوبانک')]).toEqual([true, false]);
  });

  it.each([
    ['550570022080013447370101', 'pasargad'],
    ['790610000000700796858044', 'shahr'],
    ['820540102680020817909002', 'parsian'],
  ])('is, for Sheba %s, %s', (sheba, slug) => expect(findBankBySheba(sheba)?.slug).toBe(slug));

  it('is unknown for a Sheba with an unassigned code', () => {
    expect(findBankBySheba('559990022080013447370101')).toBeNull();
    expect(findBankBySheba('')).toBeNull();
  });
});

describe('a bank number', () => {
  it.each([
    ['6037-70**-****-5443', '6037 70** **** 5443'],
    ['603770******5443', '6037 70** **** 5443'],
    ['603770xxxxxx5443', '6037 70** **** 5443'],
    ['6037701689095443', '6037 7016 8909 5443'],
    ['IR55057*****************0101', 'IR55 •••• 0101'],
    ['IR55********************0101', 'IR55 •••• 0101'],
    ['IR55057...0101', 'IR55 •••• 0101'],
    ['IR550570022080013447370101', 'IR55 0570 0220 8001 3447 3701 01'],
  ])('%s is spelled in fours', (number, formattedNumber) =>
    expect(groupBankNumber(number)).toBe(formattedNumber),
  );

  it('names its bank, masked or not', () => {
    const findBankName = (number: string) => findBankByNumber(number, PREFIXES)?.en;
    expect(findBankName('IR550570022080013447370101')).toBe('Pasargad');
    expect(findBankName(maskSheba('550570022080013447370101'))).toBe('Pasargad');
    expect(findBankName(maskCard('6037701689095443'))).toBe('Keshavarzi');
    expect(findBankName('603770******5443')).toBe('Keshavarzi');
    // The last four are no part of a prefix.
    expect(findBankName('621986******1854')).toBe('Saman');
  });

  it('of a mask that hides the bank names none', () => {
    expect(findBankByNumber('IR55********************0101', PREFIXES)).toBeNull();
    expect(findBankByNumber('****************', PREFIXES)).toBeNull();
  });
});
