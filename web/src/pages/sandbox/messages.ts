import { normalizeEmail, toLatinDigits } from '@sarraf/domain';
import type { OutboxMessage } from '@sarraf/domain/contracts';

const MOBILE = /^\+?\d{10,14}$/;

/** What was typed to find a recipient, as the outbox writes addresses. */
export const plainFilter = (text: string): string => toLatinDigits(text).trim().toLowerCase();

/** A whole address is asked of the server, which knows older messages too; a part of one is sought in what came. */
export function askedRecipient(filter: string): string | undefined {
  const plain = plainFilter(filter);
  return normalizeEmail(plain) ?? (MOBILE.test(plain) ? plain : undefined);
}

export const messagesTo = (messages: readonly OutboxMessage[], filter: string): OutboxMessage[] => {
  // The outbox writes 0912… as +98912…, so the zero in front is no part of what is sought.
  const plain = plainFilter(filter).replace(/^0(?=\d)/, '');
  return messages.filter((message) => message.to.toLowerCase().includes(plain));
};

/** The same message in every answer, so that one that came later doesn't move the others. */
export const messageKey = ({ to, at, channel, code, subject }: OutboxMessage): string =>
  [to, at, channel, code ?? subject].join(' ');
