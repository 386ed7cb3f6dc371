import { describe, expect, test } from 'vitest';
import { compact, cutDecimals, localDate, localNumber, localPercent, localTime, signOf } from './format.ts';

describe('numbers', () => {
  test('are grouped in the digits of the language', () => {
    expect(localNumber('1234567.50', 'fa')).toBe('۱٬۲۳۴٬۵۶۷٫۵');
    expect(localNumber('1234567.50', 'en', 2, 2)).toBe('1,234,567.50');
    expect(localNumber('-0.004', 'en', 2)).toBe('0');
    expect(localNumber('-12.5', 'fa')).toBe('−۱۲٫۵');
  });

  test('are cut, never rounded up, and one satoshi stays one', () => {
    expect(cutDecimals('0.999', 2)).toBe('0.99');
    expect(localNumber('0.00000099', 'en', 8)).toBe('0.00000099');
  });

  test('percents carry sign and mark', () => {
    expect(localPercent('-1.256', 'fa')).toBe('−۱٫۲۵٪');
    expect(localPercent('2.40', 'en')).toBe('+2.4%');
    expect(localPercent('0.4', 'fa', false)).toBe('۰٫۴٪');
    expect(signOf('-0.001')).toBe(0);
  });

  test('large ones are said in words', () => {
    expect(compact('184200')).toEqual({ number: '184200', unit: null });
    expect(compact('2740000')).toEqual({ number: '2.7', unit: 'million' });
    expect(compact('824000000000')).toEqual({ number: '824', unit: 'billion' });
    expect(compact('96000000000000.5')).toEqual({ number: '96', unit: 'trillion' });
  });
});

describe('times', () => {
  const late = '2026-11-20T21:05:09Z';

  test('are Jalali in Persian and Gregorian in English', () => {
    expect(localDate('2026-11-20T13:12:00Z', 'fa')).toBe('۱۴۰۵/۰۸/۲۹');
    expect(localDate('2026-11-20T13:12:00Z', 'en')).toBe('2026/11/20');
  });

  test('are those of Tehran, whose day begins earlier', () => {
    expect(localDate(late, 'en')).toBe('2026/11/21');
    expect(localTime(late, 'en', true)).toBe('00:35:09');
    expect(localTime(late, 'fa')).toBe('۰۰:۳۵');
  });
});
