export type Language = 'fa' | 'en';

/** What a code allows; a code of one purpose is worthless for another. */
export type CodePurpose = 'SIGN_UP' | 'LOGIN';

export interface CodeMessage {
  /** A normalised e-mail address. */
  to: string;
  language: Language;
  purpose: CodePurpose;
  code: string;
  /** How long the code lives. */
  seconds: number;
}

/**
 * The way to a person's mailbox. Both calls hand the message over and return at once, so that an answer's time does
 * not tell whether something was sent; trouble on the way is the sender's to log.
 */
export interface CodeSender {
  sendCode(message: CodeMessage): void;
  /** Somebody tried to sign up with the address of an existing account. */
  sendAccountExists(message: { to: string; language: Language }): void;
}
