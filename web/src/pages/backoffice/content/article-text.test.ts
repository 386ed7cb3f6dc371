import type { ArticleText, ExchangeInfoText } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { createEmptyArticle, isSlug, toArticleError, validateArticle } from './article-text.ts';
import { hasSameFields } from './editing.ts';
import { validateInfo } from './info-text.ts';

const TEXT: ArticleText = {
  title: 'متن',
  summary: '',
  body: '<p>الف</p>',
  coin: null,
  subject: null,
  picture: null,
  place: 3,
  state: 'PUBLISHED',
};

describe('article form', () => {
  it.each(['a', 'how-to-start', 'erc20'])('accepts %s as the address', (slug) =>
    expect(isSlug(slug)).toBe(true),
  );
  it.each(['', 'A', 'a b', '-a', 'a-', 'a--b', 'الف', 'a/b', 'a'.repeat(81)])(
    'rejects %j as the address',
    (slug) => expect(isSlug(slug)).toBe(false),
  );

  it('returns the missing part of an article', () => {
    expect(validateArticle(TEXT)).toBeNull();
    expect(validateArticle({ ...TEXT, title: ' ' })).toBe('title');
    expect(validateArticle({ ...TEXT, body: ' ' })).toBe('body');
    expect(validateArticle({ ...TEXT, body: '', state: 'DRAFT' })).toBeNull();
    expect(validateArticle({ ...TEXT, picture: 'https://example.org/a.png' })).toBe('picture');
    expect(validateArticle({ ...TEXT, picture: '/guide/fa/a.webp' })).toBeNull();
  });

  it('starts a missing translation as a draft with the other language’s order, coin and subject', () => {
    expect(createEmptyArticle({ ...TEXT, coin: 'BITCOIN_CASH', title: 'Bitcoin Cash', place: 7 })).toEqual({
      title: 'Bitcoin Cash',
      summary: '',
      body: '',
      coin: 'BITCOIN_CASH',
      subject: null,
      picture: null,
      place: 7,
      state: 'DRAFT',
    });
    expect(createEmptyArticle({ ...TEXT, subject: 'fees' }).subject).toBe('fees');
    expect(createEmptyArticle(undefined).place).toBe(1_000);
  });

  it('maps the server’s field names', () => {
    expect(['title', 'text.place', 'cursor', undefined].map(toArticleError)).toEqual([
      'title',
      'place',
      undefined,
      undefined,
    ]);
  });

  it('compares equal without differences', () => {
    expect(hasSameFields(TEXT, { ...TEXT })).toBe(true);
    expect(hasSameFields(TEXT, { ...TEXT, place: 4 })).toBe(false);
  });
});

describe('contact data', () => {
  const INFO: ExchangeInfoText = {
    address: 'تهران',
    appAndroid: '',
    appIOS: '',
    email: 'support@sarraf.example',
    instagram: 'https://instagram.com/sarraf',
    linkedin: '',
    number: '+98 21 1234 5678',
    telegram: '',
    twitter: '',
    legalName: '',
    registrationNumber: '۱۲۳۴۵',
    nationalId: '',
    privacyPolicy: '<p>الف</p>',
  };

  it('is valid, or returns an error per field', () => {
    expect(validateInfo(INFO)).toEqual({});
    expect(
      validateInfo({ ...INFO, address: ' ', email: 'x', number: 'x', telegram: 't.me/x', privacyPolicy: '' }),
    ).toEqual({
      address: 'address',
      email: 'email',
      number: 'number',
      telegram: 'link',
      privacyPolicy: 'privacyPolicy',
    });
  });
});
