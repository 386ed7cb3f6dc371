import type { OutboxMessage } from '@sarraf/domain/contracts';
import { describe, expect, it } from 'vitest';
import { filterMessages, getFullRecipient } from './messages.ts';

const to = (address: string): OutboxMessage => ({
  to: address,
  channel: 'EMAIL',
  subject: 'code',
  text: 'code',
  code: '123456',
  at: '2026-11-20T13:12:00Z',
});

describe('the outbox filter', () => {
  it('queries the server for complete addresses only', () => {
    expect(getFullRecipient(' Demo@Sarraf.test ')).toBe('demo@sarraf.test');
    expect(getFullRecipient('۰۹۱۲۳۴۵۶۷۸۹')).toBe('09123456789');
    expect(getFullRecipient('demo')).toBeUndefined();
    expect(getFullRecipient('')).toBeUndefined();
  });

  it('matches any part of the address', () => {
    const messages = [to('demo@sarraf.test'), to('new@sarraf.test')];
    expect(filterMessages(messages, 'NEW')).toEqual([to('new@sarraf.test')]);
    expect(filterMessages(messages, '')).toHaveLength(2);
  });

  it('matches a mobile in its national notation', () => {
    const messages = [to('+989121234567'), to('+989351234567')];
    expect(filterMessages(messages, '۰۹۱۲')).toEqual([to('+989121234567')]);
    expect(filterMessages(messages, '09351234567')).toEqual([to('+989351234567')]);
  });
});
