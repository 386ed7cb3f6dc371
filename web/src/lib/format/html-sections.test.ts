import { expect, test } from 'vitest';
import { htmlToText, splitSections } from './html-sections.ts';

test('splitSections splits a text at its h2 headings and returns the text before the first one as a section', () => {
  expect(
    splitSections(
      '<p>درآمد</p><h2>یک <em>و</em> دو</h2><p>الف</p><h3>ب</h3><p>پ</p><h2 id="x">A &amp; B</h2><ul><li>1</li></ul>',
    ),
  ).toEqual([
    { title: '', html: '<p>درآمد</p>' },
    { title: 'یک و دو', html: '<p>الف</p><h3>ب</h3><p>پ</p>' },
    { title: 'A & B', html: '<ul><li>1</li></ul>' },
  ]);
});

test('splitSections returns one section for a text without headings, and none for an empty text', () => {
  expect(splitSections('<p>x</p>')).toEqual([{ title: '', html: '<p>x</p>' }]);
  expect(splitSections('')).toEqual([]);
});

test('htmlToText strips markup and decodes an escaped bracket', () => {
  expect(htmlToText('<strong>1 &lt; 2</strong> &amp;lt;')).toBe('1 < 2 &lt;');
});

test('splitSections splits a text at its h3 headings', () => {
  expect(splitSections('<h3>Toman</h3><p>a</p><h3 id="x">Coins</h3><p>b</p>', 'h3')).toEqual([
    { title: 'Toman', html: '<p>a</p>' },
    { title: 'Coins', html: '<p>b</p>' },
  ]);
});
