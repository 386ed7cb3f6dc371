import { describe, expect, it } from 'vitest';
import { bankOfCard, bankOfSheba } from './banks.ts';

describe('the bank', () => {
  it.each([
    ['6037701689095443', 'keshavarzi', 'بانک کشاورزی'],
    ['6219861034529007', 'saman', 'بانک سامان'],
    ['6104337700123456', 'mellat', 'بانک ملت'],
    ['6037991234567890', 'melli', 'بانک ملی ایران'],
    ['5022290000000000', 'pasargad', 'بانک پاسارگاد'],
  ])('of card %s is %s', (card, slug, fa) => expect(bankOfCard(card)).toMatchObject({ slug, fa }));

  it('of a card that two share is told by eight digits', () => {
    expect(bankOfCard('6219861912345678')?.slug).toBe('blubank');
    expect(bankOfCard('621986')?.slug).toBe('saman');
  });

  it('is known from six digits on, and for no made-up prefix', () => {
    expect(bankOfCard('603770')?.slug).toBe('keshavarzi');
    expect(bankOfCard('60377')).toBeNull();
    expect(bankOfCard('')).toBeNull();
    expect(bankOfCard('4111111111111111')).toBeNull();
  });

  it.each([
    ['550570022080013447370101', 'pasargad'],
    ['790610000000700796858044', 'shahr'],
    ['820540102680020817909002', 'parsian'],
  ])('of Sheba %s is %s', (sheba, slug) => expect(bankOfSheba(sheba)?.slug).toBe(slug));

  it('of a Sheba with a code of nobody is unknown', () => {
    expect(bankOfSheba('559990022080013447370101')).toBeNull();
    expect(bankOfSheba('')).toBeNull();
  });
});
