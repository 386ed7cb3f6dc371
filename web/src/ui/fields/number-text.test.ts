import { describe, expect, test } from 'vitest';
import type { Language } from '../../i18n/language.ts';
import { shownNumber, type Typed, typedNumber } from './number-text.ts';

/** `|` marks the caret in what the field shows. */
const marked = ({ shown, caret }: Typed): string => `${shown.slice(0, caret)}|${shown.slice(caret)}`;

function stroke(field: string, options: { decimals?: number; language?: Language } = {}): Typed {
  const caret = field.indexOf('|');
  const text = field.replace('|', '');
  return typedNumber({ text, caret, before: text, deleting: null, decimals: 8, language: 'en', ...options });
}

function remove(field: string, deleting: 'backward' | 'forward'): Typed {
  const at = field.indexOf('|');
  const before = field.replace('|', '');
  const cut = deleting === 'backward' ? at - 1 : at;
  const text = before.slice(0, cut) + before.slice(cut + 1);
  return typedNumber({ text, caret: cut, before, deleting, decimals: 8, language: 'en' });
}

describe('typing in a number field', () => {
  test('groups thousands and keeps the caret behind the typed digit', () => {
    expect(marked(stroke('1234|'))).toBe('1,234|');
    expect(marked(stroke('1,2934|,567'))).toBe('12,934|,567');
    expect(marked(stroke('9|1,234'))).toBe('9|1,234');
  });

  test('reads Persian, Arabic and Latin digits and shows those of the language', () => {
    expect(stroke('۱۲٣4|').value).toBe('1234');
    expect(marked(stroke('۱٬۲۳۴5|', { language: 'fa' }))).toBe('۱۲٬۳۴۵|');
    expect(shownNumber('1234567.5', 'fa')).toBe('۱٬۲۳۴٬۵۶۷٫۵');
  });

  test('takes a point, a Persian point and a slash as the decimal point', () => {
    expect(stroke('1.5|').value).toBe('1.5');
    expect(stroke('۱٫۵|').value).toBe('1.5');
    expect(stroke('۱/۵|').value).toBe('1.5');
  });

  test('shows a point that waits for its digits and gives the form a whole number', () => {
    expect(stroke('12.|')).toEqual({ value: '12', shown: '12.', caret: 3 });
    expect(marked(stroke('.|'))).toBe('0.|');
  });

  test('takes no more decimals than the asset has, and none for Toman', () => {
    expect(stroke('0.123|', { decimals: 2 }).value).toBe('0.12');
    expect(marked(stroke('0.12|5', { decimals: 2 }))).toBe('0.12|');
    expect(stroke('12.5|', { decimals: 0 }).value).toBe('12');
  });

  test('strips junk, leading zeros and a second point', () => {
    expect(stroke('تومان 25,000,000|').value).toBe('25000000');
    expect(marked(stroke('05|'))).toBe('5|');
    expect(stroke('1..5|').value).toBe('1.5');
  });

  test('deleting a separator deletes the digit behind it', () => {
    expect(marked(remove('1,|234', 'backward'))).toBe('|234');
    expect(marked(remove('1|,234', 'forward'))).toBe('1|34');
    expect(marked(remove('12,3|45', 'backward'))).toBe('1,2|45');
  });

  test('an emptied field is empty', () => {
    expect(stroke('|')).toEqual({ value: '', shown: '', caret: 0 });
  });
});
