import { describe, expect, it } from 'vitest';
import { buildTextIndex, searchTexts } from './search-texts.ts';

const TEXTS = [
  { slug: 'deposit', title: 'چطور تومان واریز کنم؟', body: '<p>با درگاه پرداخت یا با پایا و ساتنا.</p>' },
  {
    slug: 'card',
    title: 'واریز تومان از کارتم کم شد؛ چرا نیامد؟',
    body: '<p>وضعیت <strong>ناموفق</strong> است.</p>',
  },
  {
    slug: 'two-step',
    title: 'کدام روش ورود دومرحله‌ای بهتر است؟',
    body: '<p>رمزساز (Google Authenticator)</p>',
  },
  { slug: 'verify', title: 'احراز هویت چقدر طول می‌کشد؟', body: '<p>همکاران ما مدارک را بررسی می‌کنند.</p>' },
  { slug: 'fees', title: 'How much is the fee?', body: '<p>Levels &amp; percentages: Silver, Platinum.</p>' },
  { slug: 'lost', title: 'I deposited crypto; why isn’t it there?', body: '<p>Enter the TxID.</p>' },
];
const index = buildTextIndex(TEXTS, ({ title, body }) => ({ title, body }));
const find = (typed: string) => searchTexts(index, typed).map(({ slug }) => slug);

describe('searchTexts', () => {
  it('returns all texts in order for an empty query', () => {
    expect(find(' ؟')).toEqual(TEXTS.map(({ slug }) => slug));
  });

  it.each([
    ['a word of the body alone', 'ساتنا', ['deposit']],
    ['a word behind markup and entities', 'platinum', ['fees']],
    ['another spelling: Arabic letters, vowel marks, no half-space', 'إحراز هويت', ['verify']],
    ['what people call it: card to card', 'کارت به کارت', ['card', 'deposit', 'lost']],
    ['a sentence as people say it', 'واریزم نشد', ['card']],
    ['a name in the other language', '2FA', ['two-step']],
    ['an everyday name', 'رمز دوم', ['two-step']],
    ['an abbreviation', 'KYC', ['verify']],
    ['an everyday name of an id', 'tx hash', ['lost']],
    ['a slip of the keyboard', 'platnium', ['fees']],
    ['a slip in Persian', 'همکران', ['verify']],
    ['the beginning of a word, while it is typed', 'ساتن', ['deposit']],
    ['a question of words that all questions have', 'چرا', ['card']],
    ['nothing', 'zzzz', []],
  ])('finds %s', (_, typed, slugs) => {
    expect(find(typed).sort()).toEqual([...slugs].sort());
  });

  it('returns texts with a match in the title first', () => {
    expect(find('واریز').slice(0, 2)).toEqual(['deposit', 'card']);
    expect(find('deposit')[0]).toBe('lost');
  });

  it('returns the texts with most matches if none has all', () => {
    expect(find('تومان ساتنا بیمه')).toEqual(['deposit']);
    expect(find('تومان بیمه آتش‌سوزی زلزله')).toEqual([]);
  });

  it('uses a limited part of the query', () => {
    expect(find(`${'zzzz '.repeat(16)}ساتنا`)).toEqual([]);
    expect(find('ساتنا '.repeat(50_000))).toEqual(['deposit']);
  });
});
