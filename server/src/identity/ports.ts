import type { Asset } from '@sarraf/domain';
import type { KeyPermission, TwoStepMethod } from '@sarraf/domain/contracts';
import type { Tx } from '../platform/database/database.ts';

export type Language = 'fa' | 'en';

/** Purpose of a code, which is valid for no other. */
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

/** Withdrawal that a code of purpose WITHDRAWAL authorises, quoted in its message so that the user can check it. */
export interface WithdrawalSummary {
  asset: Asset;
  /** Amount debited, decimal text; null: all that a company's settlements will pay. */
  amount: string | null;
  /** The full address, or the masked Sheba. */
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
  /** Validity of the code. */
  seconds: number;
  /** For purpose WITHDRAWAL. */
  withdrawal?: WithdrawalSummary;
}

/** Contacts of a user: messages are sent to both if both are known. */
export interface Recipient {
  /** User whose inbox gets the notice; null: a visitor's, or a copy to a second address. */
  userId: string | null;
  email: string | null;
  mobile: string | null;
  language: Language;
}

/**
 * Notices about a user's account. `heldUntil`: withdrawals are held until then (ISO 8601). `freeze`: the link that
 * freezes the account without a log-in; never for an address that was only just given.
 */
export type AccountNotice =
  | { kind: 'PASSWORD_CHANGED'; heldUntil: string; freeze?: string }
  | { kind: 'TWO_STEP_CHANGED'; method: TwoStepMethod; heldUntil: string; freeze?: string }
  | { kind: 'PASSKEY_ADDED'; heldUntil: string; freeze?: string }
  | { kind: 'PASSKEY_REMOVED'; heldUntil: string; freeze?: string }
  | { kind: 'API_KEY_ADDED'; label: string; permissions: readonly KeyPermission[]; freeze?: string }
  // From a network address not used before; `country` ISO 3166, `at` ISO 8601.
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
  // Unfrozen by staff.
  | { kind: 'THAWED' }
  | { kind: 'SETTINGS_LOCKED'; at: string }
  | { kind: 'MAIL_PHRASE_CHANGED'; freeze?: string }
  | { kind: 'GOOGLE_LINKED'; freeze?: string }
  // Another user tried to change to this address, which is the recipient's.
  | { kind: 'ADDRESS_TAKEN' }
  | { kind: 'PASSWORD_LOGIN_CLOSED' }
  // `device` in readable form, "Chrome · Android", or empty; `country` ISO 3166; `at` ISO 8601.
  | { kind: 'NEW_DEVICE'; device: string; country: string | null; at: string; freeze?: string };

/**
 * Sends codes and notices. For codes the call returns immediately, so that response times don't reveal whether
 * something was sent; the sender logs delivery errors.
 */
export interface CodeSender {
  sendCode(message: CodeMessage): void;
  /** Notifies the owner of an existing account that its address was used for a sign-up. */
  sendAccountExists(message: { to: string; language: Language }): void;
  /** Whether a code can be sent to this number by SMS now; with purpose MOBILE the number is not verified yet. */
  canText(mobile: string, purpose?: CodePurpose): boolean;
  /** Sent once the transaction has committed, with retries. */
  notify(tx: Tx, to: Recipient, notice: AccountNotice): Promise<void>;
}

/** One sign-in with another provider, from leaving to returning; all of it random except the address. */
export interface ExternalAttempt {
  state: string;
  nonce: string;
  /** PKCE verifier: the provider sees its S256 challenge first and the verifier at the end. */
  verifier: string;
  /** URL to which the provider sends the browser back. */
  redirectUri: string;
}

/** User as named by the provider; issuer and subject together are immutable and never reassigned. */
export interface ExternalPerson {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider has verified that the address is this user's. */
  emailVerified: boolean;
}

/** OpenID Connect, authorization code flow. */
export interface ExternalSignIn {
  /** Returns the URL for the browser. Throws if the provider doesn't respond. */
  begin(attempt: ExternalAttempt): Promise<string>;
  /** Exchanges the returned parameters for the user. Throws unless everything is valid. */
  finish(attempt: ExternalAttempt, returned: URLSearchParams): Promise<ExternalPerson>;
}

/** The sandbox's Google: its page reports the user's choice. */
export interface SandboxGoogle {
  /** `email` null: cancelled. Returns the URL where the browser continues; null: no attempt has this state. */
  decide(state: string, choice: { email: string | null; emailVerified: boolean }): string | null;
}
