import type { Asset } from '@sarraf/domain';
import type { KeyPermission, TwoStepMethod } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';

export type Language = 'fa' | 'en';

/** What a code allows; a code of one purpose is worthless for another. */
export type CodePurpose =
  | 'SIGN_UP'
  | 'LOGIN'
  | 'STEP_UP'
  | 'TWO_STEP'
  | 'RESET'
  | 'EMAIL'
  | 'MOBILE'
  | 'WITHDRAWAL'
  | 'THAW';
export type CodeChannel = 'EMAIL' | 'SMS';

/** What a code of purpose WITHDRAWAL lets go: its message says so, and the reader can see that it is theirs. */
export interface WithdrawalWords {
  asset: Asset;
  /** What leaves the wallet, decimal text; null: all that a company's settlements will bring. */
  amount: string | null;
  /** The whole address, or the masked Sheba. */
  to: string;
  tag: string | null;
}

export interface CodeMessage {
  channel: CodeChannel;
  /** A normalised e-mail address, or a mobile number with its prefix. */
  to: string;
  language: Language;
  purpose: CodePurpose;
  code: string;
  /** How long the code lives. */
  seconds: number;
  /** Of purpose WITHDRAWAL. */
  withdrawal?: WithdrawalWords;
}

/** Where a person is told something: at both when both are known. */
export interface Recipient {
  /** Whose notices it is kept among; null: a visitor's, or a copy to a second place. */
  userId: string | null;
  email: string | null;
  mobile: string | null;
  language: Language;
}

/**
 * What people are told about their account. `heldUntil`: nothing leaves before this time (ISO 8601). `freeze`: the link that
 * freezes the account without a log-in; never for a place that was only just given.
 */
export type AccountNotice =
  | { kind: 'PASSWORD_CHANGED'; heldUntil: string; freeze?: string }
  | { kind: 'TWO_STEP_CHANGED'; method: TwoStepMethod; heldUntil: string; freeze?: string }
  | { kind: 'PASSKEY_ADDED'; heldUntil: string; freeze?: string }
  | { kind: 'PASSKEY_REMOVED'; heldUntil: string; freeze?: string }
  | { kind: 'API_KEY_ADDED'; label: string; permissions: readonly KeyPermission[]; freeze?: string }
  // From an address that it wasn't used from before; `country` ISO 3166, `at` ISO 8601.
  | {
      kind: 'API_KEY_USED';
      label: string;
      address: string;
      country: string | null;
      at: string;
      freeze?: string;
    }
  | { kind: 'RECOVERY_CODES_MADE'; freeze?: string }
  | { kind: 'RECOVERY_CODE_USED'; remaining: number; heldUntil: string; freeze?: string }
  | { kind: 'EMAIL_CHANGED'; masked: string; heldUntil: string; freeze?: string }
  | { kind: 'MOBILE_CHANGED'; masked: string; heldUntil: string; freeze?: string }
  | { kind: 'FROZEN'; by: 'LINK' | 'OWNER' }
  | { kind: 'THAWING'; at: string; freeze?: string }
  // Staff has lifted it.
  | { kind: 'THAWED' }
  | { kind: 'SETTINGS_LOCKED'; at: string }
  | { kind: 'MAIL_PHRASE_CHANGED'; freeze?: string }
  | { kind: 'GOOGLE_LINKED'; freeze?: string }
  // Somebody tried to give their account this address, which is the reader's own.
  | { kind: 'ADDRESS_TAKEN' }
  | { kind: 'PASSWORD_LOGIN_CLOSED' }
  // `device` as a person calls it, "Chrome · Android", or empty; `country` ISO 3166; `at` ISO 8601.
  | { kind: 'NEW_DEVICE'; device: string; country: string | null; at: string; freeze?: string };

/**
 * The way to people. Codes are handed over and the call returns at once, so that an answer's time does not tell
 * whether something was sent; trouble on the way is the sender's to log.
 */
export interface CodeSender {
  sendCode(message: CodeMessage): void;
  /** Somebody tried to sign up with the address of an existing account. */
  sendAccountExists(message: { to: string; language: Language }): void;
  /** Whether a code can go to this number by SMS now; of purpose MOBILE nobody has proved it yet. */
  canText(mobile: string, purpose?: CodePurpose): boolean;
  /** Sent once the transaction has committed, and again until it went out. */
  notify(tx: Tx, to: Recipient, notice: AccountNotice): Promise<void>;
}

/** One sign-in with another provider, from leaving for it to coming back; all of it random but the address. */
export interface ExternalAttempt {
  state: string;
  nonce: string;
  /** Of PKCE: the provider sees its S256 challenge first and itself at the end. */
  verifier: string;
  /** Where the provider sends the browser back. */
  redirectUri: string;
}

/** Whom the provider says the browser belongs to; issuer and subject together never change and never pass on. */
export interface ExternalPerson {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider vouches that the address is this person's. */
  emailVerified: boolean;
}

/** OpenID Connect, authorization code flow. */
export interface ExternalSignIn {
  /** Where the browser goes. Throws when the provider doesn't answer. */
  begin(attempt: ExternalAttempt): Promise<string>;
  /** Trades what the browser came back with. Throws unless everything in it and behind it is right. */
  finish(attempt: ExternalAttempt, returned: URLSearchParams): Promise<ExternalPerson>;
}

/** The sandbox's Google: its page says what a person chose there. */
export interface SandboxGoogle {
  /** `email` null: cancelled. Answers where the browser goes on; null: nobody waits under this state. */
  decide(state: string, choice: { email: string | null; emailVerified: boolean }): string | null;
}
