import type { OutboxMessage } from '@sarraf/domain/contracts';

export interface Mail {
  /** A normalised e-mail address. */
  to: string;
  language: 'fa' | 'en';
  subject: string;
  text: string;
  html: string;
  /** The one-time code within, for the sandbox's outbox. */
  code: string | null;
}

/** The way to mailboxes. */
export interface Mailer {
  /** Throws when the mail was not accepted: Undeliverable when it never will be. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface TextMessage {
  /** A mobile number with its prefix: +989121234567. */
  to: string;
  text: string;
  /** The one-time code within; providers have their own, faster way for these. */
  code: string | null;
}

/** The way to mobiles. */
export interface Texter {
  /** Throws when the SMS was not accepted: Undeliverable when it never will be. */
  send(text: TextMessage): Promise<void>;
  /** Whether the provider serves this number's country. */
  canReach(mobile: string): boolean;
  close(): void;
}

/** What the sandbox keeps instead of sending. */
export interface Outbox {
  /** Newest first, at most 100; only those of an e-mail address or mobile number, as a person types it, where one is given. */
  list(to?: string): Promise<OutboxMessage[]>;
}

/** This message to this address is refused for good: it is not tried again. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
