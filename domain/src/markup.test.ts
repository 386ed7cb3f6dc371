import { describe, expect, it } from 'vitest';
import { classifyLink, isOwnPicture } from './markup.ts';

describe('classifyLink', () => {
  it.each([
    ['/', 'own'],
    ['/guide/#deposit', 'own'],
    ['/market/BITCOIN/TOMAN?lang=en', 'own'],
    ['https://example.org', 'foreign'],
    ['HTTPS://example.org/a?b=c#d', 'foreign'],
    ['https://fa.wikipedia.org/wiki/بیت‌کوین'.replace('\u200c', '%E2%80%8C'), 'foreign'],
    ['https://example.org/@name', 'foreign'],
    ['mailto:support@sarraf.example', 'contact'],
    ['tel:+98-21-0000', 'contact'],
  ])('accepts the link %s as %s', (href, kind) => {
    expect(classifyLink(href)).toBe(kind);
  });

  it.each([
    '',
    '#start',
    'guide',
    '//example.org',
    '/\\example.org',
    'http://example.org',
    'https://',
    'https:///example.org',
    'https://us@example.org',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    ' https://example.org',
    'https://example.org/a b',
    'https://example.org/\u202egnp.exe',
    'https://example.org/"onclick=',
    'mailto:a@b.example?bcc=c@d.example',
    'tel:javascript',
    'data:text/html,x',
    `https://example.org/${'a'.repeat(500)}`,
  ])('rejects %j as a link', (href) => {
    expect(classifyLink(href)).toBeNull();
  });
});

describe('isOwnPicture', () => {
  it.each(['/guide/fa/sign-up.webp', '/content/order_book.svg', '/guide/a.png'])('accepts %s', (path) => {
    expect(isOwnPicture(path)).toBe(true);
  });
  it.each([
    '/coins/BITCOIN.svg',
    '/guide/',
    '/guide/a.html',
    '/guide/../a.png',
    '/guide/./a.png',
    '/guide//a.png',
    '/guide/a.png?x',
    'guide/a.png',
    'https://example.org/guide/a.png',
    '//example.org/guide/a.png',
    '/guide/%2e%2e/a.png',
  ])('rejects %s', (path) => {
    expect(isOwnPicture(path)).toBe(false);
  });
});
