import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentityFixture, type IdentityFixture } from '../../test/identity.ts';
import { COUNTRIES } from './countries.ts';
import { findCity, PROVINCES } from './provinces.ts';
import { isOwner, normalizeLetters } from './review/match-names.ts';

describe('lists', () => {
  let context: IdentityFixture;
  beforeAll(async () => {
    context = await createIdentityFixture();
  });
  afterAll(() => context.close());

  it('are available without log-in', async () => {
    expect((await context.call('GET', '/users/id-format-type')).body).toEqual([
      'ID_CARD',
      'PASSPORT',
      'DRIVER_LICENSE',
    ]);
    expect((await context.call('GET', '/country')).body).toEqual(COUNTRIES);
    expect((await context.call('GET', '/country/iran/provinces')).body).toEqual(PROVINCES);
  });

  it('begin with Iran for countries, which are then sorted by English name', () => {
    expect(COUNTRIES[0]).toEqual({
      countryName: 'Iran',
      persianName: 'ایران',
      countryPhoneCode: '+98',
      code: 'IR',
    });
    const names = COUNTRIES.slice(1).map(({ countryName }) => countryName);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
    expect(names.length).toBeGreaterThan(240);
    expect(COUNTRIES.find(({ code }) => code === 'DE')).toMatchObject({
      persianName: 'آلمان',
      countryPhoneCode: '+49',
    });
    expect(COUNTRIES.every(({ countryPhoneCode }) => /^\+\d{1,5}$/.test(countryPhoneCode))).toBe(true);
    expect(
      COUNTRIES.every(({ persianName }) => /^[\p{sc=Arabic}\p{M}\p{Cf}\s().،'-]+$/u.test(persianName)),
    ).toBe(true);
    expect(new Set(COUNTRIES.map(({ countryName }) => countryName)).size).toBe(COUNTRIES.length);
  });

  it('are spelled and sorted as in Persian for provinces, with each city once', () => {
    const names = PROVINCES.map(({ name }) => name);
    expect(names).toHaveLength(31);
    expect(names.slice(0, 3)).toEqual(['آذربایجان شرقی', 'آذربایجان غربی', 'اردبیل']);
    expect(names).toEqual(
      expect.arrayContaining(['چهارمحال و بختیاری', 'سیستان و بلوچستان', 'کهگیلویه و بویراحمد']),
    );
    expect(names).toEqual(names.toSorted(new Intl.Collator('fa').compare));
    for (const { name, cities } of PROVINCES) {
      expect([name, cities.length > 3, new Set(cities).size]).toEqual([name, true, cities.length]);
      expect(cities.filter((city) => !/^[\u0621-\u06cc ()]+$/.test(city))).toEqual([]);
    }
    expect(findCity('آذربايجان شرقي', 'تبريز')).toEqual({ state: 'آذربایجان شرقی', city: 'تبریز' });
    expect(findCity('تهران', 'شیراز')).toEqual({ state: 'تهران', city: null });
    expect(findCity('Atlantis', 'x')).toBeNull();
  });
});

describe('names of a bank account', () => {
  const person = { firstName: 'فاطمه', lastName: 'ملکی‌نژاد', companyName: '' };

  it.each([
    ['فاطمه ملکی‌نژاد'],
    ['فاطمه  ملکی نژاد'],
    ['فاطمة ملكي نژاد'],
    ['ملکی نژاد فاطمه'],
    ['خانم فاطمه ملکینژاد'],
    ['فاطِمه ملکی‌نژاد '],
  ])('%s matches the user', (owner) => {
    expect(isOwner(['علی محمدی', owner], person)).toBe(true);
  });

  it('do not match if a part is missing, added or different', () => {
    for (const owner of ['فاطمه', 'ملکی‌نژاد', 'فاطمه ملکی', 'زهرا ملکی‌نژاد', 'فاطمه ملکی‌نژاد اصل', ''])
      expect([owner, isOwner([owner], person)]).toEqual([owner, false]);
    expect(isOwner([], person)).toBe(false);
    // Empty names match no one.
    expect(isOwner(['', ' '], { firstName: '', lastName: '', companyName: '' })).toBe(false);
  });

  it('may match the company', () => {
    expect(isOwner(['بازرگاني نمونه'], { ...person, companyName: 'بازرگانی نمونه' })).toBe(true);
  });

  it('are compared by letters only', () => {
    expect(normalizeLetters('  Anna-Lena  WEBER ')).toBe('annalenaweber');
  });
});
