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
  /** Throws when the mail was not accepted. */
  send(mail: Mail): Promise<void>;
  /** What the sandbox twin has kept instead: newest first, at most 100; only those of an address where one is given. */
  list?(to?: string): Promise<OutboxMessage[]>;
  close(): void;
}
