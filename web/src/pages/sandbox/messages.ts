import { normalizeEmail, toLatinDigits } from '@sarraf/domain';
import type { OutboxMessage } from '@sarraf/domain/contracts';

const MOBILE = /^\+?\d{10,14}$/;

/** Normalises a typed recipient to the outbox's notation. */
export const normalizeFilter = (text: string): string => toLatinDigits(text).trim().toLowerCase();

/**
 * Returns a complete address, which is queried on the server, including older messages; a part of one is searched
 * in the loaded messages only.
 */
export function getFullRecipient(filter: string): string | undefined {
  const plain = normalizeFilter(filter);
  return normalizeEmail(plain) ?? (MOBILE.test(plain) ? plain : undefined);
}

export const filterMessages = (messages: readonly OutboxMessage[], filter: string): OutboxMessage[] => {
  // The outbox has 0912… as +98912…, so a leading zero is ignored.
  const plain = normalizeFilter(filter).replace(/^0(?=\d)/, '');
  return messages.filter((message) => message.to.toLowerCase().includes(plain));
};

/** A stable key of a message, so that later messages don't remount the others. */
export const getMessageKey = ({ to, at, channel, code, subject }: OutboxMessage): string =>
  [to, at, channel, code ?? subject].join(' ');
