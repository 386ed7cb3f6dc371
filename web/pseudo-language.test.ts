import { describe, expect, it } from 'vitest';
import { pseudoMessage, pseudoTexts } from './pseudo-language.ts';

/** Removes the padding and the right-to-left mark. */
const words = (message: string): string =>
  pseudoMessage(message).replace(/[\u202e\u202c]|·+$|·+(?=\u202c)/g, '');

describe('pseudoMessage', () => {
  it('changes words and keeps arguments', () => {
    expect(words('Buy {coin} now')).toBe('Ɓúý {coin} ñóŵ');
    expect(words('Read <link>our terms</link>')).toBe('Ŕéáđ <link>óúŕ ţéŕɱš</link>');
  });

  it('keeps plural forms, with their words changed', () => {
    const message = '{count, plural, one {# coin of {name}} other {# coins}} left';
    expect(words(message)).toBe('{count, plural, one {# çóíñ óƒ {name}} other {# çóíñš}} ĺéƒţ');
    expect(words('{at, number, percent}')).toBe('{at, number, percent}');
  });

  it('pads each text by a third, and pseudoTexts keeps the dictionary’s nesting', () => {
    expect(pseudoMessage('Sign up').length).toBe(7 + 3 + 2);
    expect(pseudoTexts({ a: { b: 'x' } })).toEqual({ a: { b: '\u202eẋ·\u202c' } });
  });
});
