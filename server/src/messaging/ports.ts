import type { OutboxMessage } from '@sarraf/domain/contracts';

export interface Mail {
  /** A normalised e-mail address. */
  to: string;
  language: 'fa' | 'en';
  subject: string;
  text: string;
  html: string;
  /** The one-time code in the text, for the sandbox's outbox. */
  code: string | null;
}

/** Sends e-mails. */
export interface Mailer {
  /** Throws if the e-mail was not accepted: Undeliverable if it never will be. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface TextMessage {
  /** A mobile number with its prefix: +989121234567. */
  to: string;
  text: string;
  /** The one-time code in the text; providers have a faster channel for these. */
  code: string | null;
}

/** Sends SMS. */
export interface Texter {
  /** Throws if the SMS was not accepted: Undeliverable if it never will be. */
  send(text: TextMessage): Promise<void>;
  /** Whether the provider serves this number's country. */
  canReach(mobile: string): boolean;
  close(): void;
}

/** Messages that the sandbox stores instead of sending. */
export interface Outbox {
  /** Newest first, at most 100; optionally only those to an e-mail address or mobile number, as typed. */
  list(to?: string): Promise<OutboxMessage[]>;
}

/** A permanent refusal of this message to this address: it is not retried. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
