import { parseNumberInput } from '@sarraf/domain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../framework/i18n/language.ts';
import { applyKeystroke, formatInputNumber, type Keystroke, type NumberEdit } from './number-text.ts';

/** `|` marks the caret in the displayed text. */
const marked = ({ displayText, caret }: NumberEdit): string =>
  `${displayText.slice(0, caret)}|${displayText.slice(caret)}`;

function stroke(field: string, options: { decimals?: number; language?: Language } = {}): NumberEdit {
  const caret = field.indexOf('|');
  const text = field.replace('|', '');
  return applyKeystroke({
    text,
    caret,
    before: text,
    deleting: null,
    decimals: 8,
    language: 'en',
    ...options,
  });
}

function remove(field: string, deleting: 'backward' | 'forward'): NumberEdit {
  const at = field.indexOf('|');
  const before = field.replace('|', '');
  const cut = deleting === 'backward' ? at - 1 : at;
  const text = before.slice(0, cut) + before.slice(cut + 1);
  return applyKeystroke({ text, caret: cut, before, deleting, decimals: 8, language: 'en' });
}

const edit = (text: string, decimals = 8): Keystroke => ({
  text,
  caret: text.length,
  before: '',
  deleting: null,
  decimals,
  language: 'en',
});

const paste = (text: string, decimals = 8): NumberEdit => applyKeystroke(edit(text, decimals));

/** Types key by key at the end of an empty field. */
const type = (keys: string, decimals = 8): NumberEdit =>
  [...keys].reduce<NumberEdit>(
    ({ displayText, asTyped }, key) =>
      applyKeystroke({ ...edit(displayText + key, decimals), before: displayText, asTyped }),
    { value: '', displayText: '', caret: 0 },
  );

describe('applyKeystroke', () => {
  test('groups thousands and keeps the caret behind the typed digit', () => {
    expect(marked(stroke('1234|'))).toBe('1,234|');
    expect(marked(stroke('1,2934|,567'))).toBe('12,934|,567');
    expect(marked(stroke('9|1,234'))).toBe('9|1,234');
  });

  test('reads Persian, Arabic and Latin digits and shows those of the language', () => {
    expect(stroke('۱۲٣4|').value).toBe('1234');
    expect(marked(stroke('۱٬۲۳۴5|', { language: 'fa' }))).toBe('۱۲٬۳۴۵|');
    expect(formatInputNumber('1234567.5', 'fa')).toBe('۱٬۲۳۴٬۵۶۷٫۵');
  });

  test('accepts a point, a Persian point and a slash as the decimal point', () => {
    expect(stroke('1.5|').value).toBe('1.5');
    expect(stroke('۱٫۵|').value).toBe('1.5');
    expect(stroke('۱/۵|').value).toBe('1.5');
  });

  test('keeps a trailing decimal point in the field and emits a whole number', () => {
    expect(stroke('12.|')).toEqual({ value: '12', displayText: '12.', caret: 3 });
    expect(marked(stroke('.|'))).toBe('0.|');
  });

  test('drops decimals beyond those of the asset, and all for Toman', () => {
    expect(stroke('0.123|', { decimals: 2 }).value).toBe('0.12');
    expect(marked(stroke('0.12|5', { decimals: 2 }))).toBe('0.12|');
    expect(stroke('12.5|', { decimals: 0 }).value).toBe('12');
  });

  test('strips other characters, leading zeros and a second point', () => {
    expect(stroke('تومان 25,000,000|').value).toBe('25000000');
    expect(marked(stroke('05|'))).toBe('5|');
    expect(stroke('1..5|').value).toBe('1.5');
  });

  test('reads a typed comma like a pasted one: thousands before three digits, else a decimal point', () => {
    expect(type('0,5')).toMatchObject({ value: '0.5', displayText: '0,5', reading: 'different' });
    expect(type('1,5')).toMatchObject({ value: '1.5', displayText: '1,5', reading: 'different' });
    expect(type('0,001')).toMatchObject({ value: '0.001', displayText: '0,001', reading: 'different' });
    expect(type('1234,5')).toMatchObject({ value: '1234.5', displayText: '1234,5', reading: 'different' });
    expect(type('1234,567')).toMatchObject({
      value: '1234.567',
      displayText: '1234,567',
      reading: 'different',
    });
    expect(type('1,500')).toMatchObject({ value: '1500', displayText: '1,500', reading: 'different' });
    expect(type('1.234.567,5')).toMatchObject({ value: '1234567.5', displayText: '1.234.567,5' });
    expect(type('1,234.5')).toMatchObject({ value: '1234.5', displayText: '1,234.5' });
    expect(stroke('0,5|')).toMatchObject({ value: '0.5', displayText: '0,5', reading: 'different' });
  });

  test('accepts typed thousands separators where there are no decimals', () => {
    expect(type('1,500,000', 0)).toMatchObject({ value: '1500000', displayText: '1,500,000' });
    expect(type('1,500,000', 0).reading).toBeUndefined();
    expect(type('1500,000', 0)).toMatchObject({ value: '1500000', displayText: '1,500,000' });
    expect(type('1.500.000', 0)).toMatchObject({ value: '1500000', displayText: '1.500.000' });
    expect(type('1.5', 0)).toMatchObject({ value: '1', displayText: '1.5', reading: 'different' });
    expect(type('1.500', 0)).toMatchObject({ value: '', displayText: '1.500', reading: 'unreadable' });
  });

  test('leaves a minus, an exponent and two numbers as typed and shows the interpretation', () => {
    expect(type('-0.1')).toMatchObject({ value: '', displayText: '-0.1', reading: 'minus' });
    expect(type('1e-7')).toMatchObject({ value: '0', displayText: '1e-7', reading: 'different' });
    expect(type('1 5')).toMatchObject({ value: '', displayText: '1 5', reading: 'unreadable' });
    expect(type('5k')).toEqual({ value: '5', displayText: '5', caret: 1 });
    expect(paste('0.123456789')).toMatchObject({
      value: '0.12345678',
      displayText: '0.123456789',
      reading: 'different',
    });
  });

  test('groups a pasted number that is unambiguous', () => {
    expect(paste('25,000,000', 0)).toEqual({ value: '25000000', displayText: '25,000,000', caret: 10 });
    expect(paste('1 234 567,5')).toEqual({ value: '1234567.5', displayText: '1,234,567.5', caret: 11 });
    expect(paste('۱٬۲۳۴٫۵')).toEqual({ value: '1234.5', displayText: '1,234.5', caret: 7 });
  });

  test('groups again once only digits are left of a typed text', () => {
    const typed = type('1234,5');
    const shorter = applyKeystroke({
      ...edit(typed.displayText.slice(0, -2)),
      before: typed.displayText,
      asTyped: true,
    });
    expect(shorter).toEqual({ value: '1234', displayText: '1,234', caret: 5 });
  });

  test('emits the same number whether a text is typed or pasted', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789.,/ -e۵٬٫'), maxLength: 12 });
    fc.assert(
      fc.property(text, fc.constantFrom(0, 2, 8), (written, decimals) => {
        const [typed, pasted] = [type(written, decimals), paste(written, decimals)];
        // A text that the field grouped itself is emitted as its value; any other is parsed as a whole.
        if (typed.asTyped)
          expect(typed.value).toBe(parseNumberInput(typed.displayText, decimals).value.replace(/\.$/, ''));
        else expect(typed.displayText.replace(/\.$/, '')).toBe(formatInputNumber(typed.value, 'en'));
        if (!pasted.asTyped)
          expect(pasted.displayText.replace(/\.$/, '')).toBe(formatInputNumber(pasted.value, 'en'));
        else if (pasted.value !== written) expect(pasted.displayText).toBe(written);
      }),
      { numRuns: 500 },
    );
  });

  test('deletes the digit behind a deleted separator', () => {
    expect(marked(remove('1,|234', 'backward'))).toBe('|234');
    expect(marked(remove('1|,234', 'forward'))).toBe('1|34');
    expect(marked(remove('12,3|45', 'backward'))).toBe('1,2|45');
  });

  test('emits an empty value for an emptied field', () => {
    expect(stroke('|')).toEqual({ value: '', displayText: '', caret: 0 });
  });
});
