import { describe, expect, it } from 'vitest';
import { pseudoMessage, pseudoTexts } from './pseudo-language.ts';

/** Without what makes it longer and run from right to left. */
const words = (message: string): string =>
  pseudoMessage(message).replace(/[\u202e\u202c]|·+$|·+(?=\u202c)/g, '');

describe('the language nobody speaks', () => {
  it('changes words and keeps what the program fills in', () => {
    expect(words('Buy {coin} now')).toBe('Ɓúý {coin} ñóŵ');
    expect(words('Read <link>our terms</link>')).toBe('Ŕéáđ <link>óúŕ ţéŕɱš</link>');
  });

  it('keeps plural forms, with their words changed', () => {
    const message = '{count, plural, one {# coin of {name}} other {# coins}} left';
    expect(words(message)).toBe('{count, plural, one {# çóíñ óƒ {name}} other {# çóíñš}} ĺéƒţ');
    expect(words('{at, number, percent}')).toBe('{at, number, percent}');
  });

  it('is longer by a third, and as deep as the dictionary', () => {
    expect(pseudoMessage('Sign up').length).toBe(7 + 3 + 2);
    expect(pseudoTexts({ a: { b: 'x' } })).toEqual({ a: { b: '\u202eẋ·\u202c' } });
  });
});
