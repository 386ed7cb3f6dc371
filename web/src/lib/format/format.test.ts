import { describe, expect, test } from 'vitest';
import {
  abbreviateNumber,
  displayedSign,
  localAmount,
  localDate,
  localNumber,
  localPercent,
  localTime,
  truncateDecimals,
} from './format.ts';

describe('number formats', () => {
  test('group digits and use those of the language', () => {
    expect(localNumber('1234567.50', 'fa')).toBe('۱٬۲۳۴٬۵۶۷٫۵');
    expect(localNumber('1234567.50', 'en', 2, 2)).toBe('1,234,567.50');
    expect(localNumber('-0.004', 'en', 2)).toBe('0');
    expect(localNumber('-12.5', 'fa')).toBe('−۱۲٫۵');
  });

  test('truncate, never round up, and show one satoshi in full', () => {
    expect(truncateDecimals('0.999', 2)).toBe('0.99');
    expect(localNumber('0.00000099', 'en', 8)).toBe('0.00000099');
  });

  test('show percents with sign and percent mark', () => {
    expect(localPercent('-1.256', 'fa')).toBe('−۱٫۲۵٪');
    expect(localPercent('2.40', 'en')).toBe('+2.4%');
    expect(localPercent('2.4', 'en', true, 2)).toBe('+2.40%');
    expect(localPercent('0.4', 'fa', false)).toBe('۰٫۴٪');
    expect(displayedSign('-0.001')).toBe(0);
  });

  test('abbreviate large numbers with words', () => {
    expect(abbreviateNumber('184200')).toEqual({ number: '184200', unit: null });
    expect(abbreviateNumber('2740000')).toEqual({ number: '2.74', unit: 'million' });
    expect(abbreviateNumber('101900000')).toEqual({ number: '101.9', unit: 'million' });
    expect(abbreviateNumber('4980000')).toEqual({ number: '4.98', unit: 'million' });
    expect(abbreviateNumber('73850000')).toEqual({ number: '73.8', unit: 'million' });
    expect(abbreviateNumber('5000000')).toEqual({ number: '5', unit: 'million' });
    expect(abbreviateNumber('824000000000')).toEqual({ number: '824', unit: 'billion' });
    expect(abbreviateNumber('96000000000000.5')).toEqual({ number: '96', unit: 'trillion' });
  });

  test('round an abbreviated amount up when it is a missing amount', () => {
    expect(abbreviateNumber('73850000', 'up')).toEqual({ number: '73.9', unit: 'million' });
    expect(abbreviateNumber('4981000.5', 'up')).toEqual({ number: '4.99', unit: 'million' });
    expect(abbreviateNumber('5000000', 'up')).toEqual({ number: '5', unit: 'million' });
    expect(abbreviateNumber('999960000', 'up')).toEqual({ number: '1', unit: 'billion' });
    expect(abbreviateNumber('999999.2', 'up')).toEqual({ number: '1', unit: 'million' });
    expect(abbreviateNumber('999999.2')).toEqual({ number: '999999', unit: null });
  });
});

describe('date formats', () => {
  const late = '2026-11-20T21:05:09Z';

  test('use the Jalali calendar in Persian and the Gregorian in English', () => {
    expect(localDate('2026-11-20T13:12:00Z', 'fa')).toBe('۱۴۰۵/۰۸/۲۹');
    expect(localDate('2026-11-20T13:12:00Z', 'en')).toBe('2026/11/20');
  });

  test('use the time zone of Tehran, where the day begins earlier', () => {
    expect(localDate(late, 'en')).toBe('2026/11/21');
    expect(localTime(late, 'en', true)).toBe('00:35:09');
    expect(localTime(late, 'fa')).toBe('۰۰:۳۵');
  });
});

describe('localAmount', () => {
  test('shows whole Toman, whatever number of decimals is requested', () => {
    expect(localAmount('1234567.891234', 'TOMAN', 'en')).toBe('1,234,567');
    expect(localAmount('1234567.891234', 'TOMAN', 'fa', { decimals: 18 })).toBe('۱٬۲۳۴٬۵۶۷');
    expect(localAmount('0.4', 'TOMAN', 'en', { decimals: 18, atLeast: 2 })).toBe('0');
    expect(localAmount('-12.5', 'TOMAN', 'en')).toBe('−12');
  });

  test('shows coins with their default decimals, or with as many as requested', () => {
    expect(localAmount('1.239', 'TETHER', 'en')).toBe('1.23');
    expect(localAmount('1.239', 'TETHER', 'en', { decimals: 18 })).toBe('1.239');
    expect(localAmount('1.5', 'TETHER', 'en', { decimals: 2, atLeast: 2 })).toBe('1.50');
    expect(localAmount('0.123456789', 'UNKNOWN', 'en')).toBe('0.12345678');
  });

  test('never shows a positive amount as zero, unless decimals are requested', () => {
    expect(localAmount('0.4', 'RIPPLE', 'en')).toBe('0.4');
    expect(localAmount('12.4', 'RIPPLE', 'en')).toBe('12');
    expect(localAmount('-0.0004', 'TETHER', 'fa')).toBe('−۰٫۰۰۰۴');
    expect(localAmount('0.00000099', 'BITCOIN', 'en')).toBe('0.00000099');
    expect(localAmount('0.000', 'BITCOIN', 'en')).toBe('0');
    expect(localAmount('0.0004', 'TETHER', 'en', { decimals: 2 })).toBe('0');
  });
});
