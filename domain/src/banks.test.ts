import { describe, expect, it } from 'vitest';
import { bankOfCard, bankOfSheba, type CardPrefix, hasShebas } from './banks.ts';

const PREFIXES: readonly CardPrefix[] = [
  { prefix: '621986', fa: 'بانک سامان', en: 'Saman' },
  { prefix: '62198618', fa: 'بلوبانک', en: 'Blu (Saman)' },
  { prefix: '603770', fa: 'بانک کشاورزی', en: 'Keshavarzi' },
];
const ofCard = (card: string) => bankOfCard(card, PREFIXES)?.fa ?? null;

describe('the bank', () => {
  it('of a card is determined by six digits, or eight if two banks share the six', () => {
    expect(ofCard('6037701689095443')).toBe('بانک کشاورزی');
    expect(ofCard('6219861034529007')).toBe('بانک سامان');
    expect(ofCard('6219861812345678')).toBe('بلوبانک');
    expect(ofCard('621986')).toBe('بانک سامان');
  });

  it('of a card is determined from six digits on, and unknown for an unassigned prefix', () => {
    expect(ofCard('60377')).toBeNull();
    expect(ofCard('')).toBeNull();
    expect(ofCard('4111111111111111')).toBeNull();
    expect(bankOfCard('6037701689095443', [])).toBeNull();
  });

  it('of a Sheba has the same name as for cards, except for banks that use another bank’s accounts', () => {
    expect([hasShebas('بانک سامان'), hasShebas('بلوبانک')]).toEqual([true, false]);
  });

  it.each([
    ['550570022080013447370101', 'pasargad'],
    ['790610000000700796858044', 'shahr'],
    ['820540102680020817909002', 'parsian'],
  ])('of Sheba %s is %s', (sheba, slug) => expect(bankOfSheba(sheba)?.slug).toBe(slug));

  it('of a Sheba with an unassigned code is unknown', () => {
    expect(bankOfSheba('559990022080013447370101')).toBeNull();
    expect(bankOfSheba('')).toBeNull();
  });
});
