/** The one table of refusals: message code → HTTP status. The texts are in the web's dictionaries (`error.<code>`). */
export const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type Status = keyof typeof STATUS;

export const ERRORS = {
  // General
  BAD_REQUEST: 'BAD_REQUEST',
  // `errors` name the fields that the endpoint doesn't know; nothing was done.
  UNKNOWN_FIELD: 'BAD_REQUEST',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  FORBIDDEN: 'FORBIDDEN',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  INTERNAL_SERVER_ERROR: 'INTERNAL_SERVER_ERROR',
  SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  // No changes are possible now, and nothing was done; seconds to wait if the end is known (`data.retryAfter`).
  MAINTENANCE: 'SERVICE_UNAVAILABLE',
  // A required feature is paused (`data.scope`, `data.name`), and nothing was done; `data.until` and seconds to
  // wait if the end is known.
  PAUSED: 'SERVICE_UNAVAILABLE',
  'Invalid Token': 'UNAUTHORIZED',
  IDEMPOTENCY_KEY_REUSED: 'CONFLICT',
  // The request was executed by another process, whose reply exceeds the message size between them.
  ANSWER_TOO_LARGE: 'INTERNAL_SERVER_ERROR',
  // Identity
  'Invalid Username Or Password': 'BAD_REQUEST',
  // For an authenticator app's codes with `data.serverTime` (milliseconds): the phone's clock must agree with it.
  'Incorrect OTP': 'BAD_REQUEST',
  'Code Expired': 'BAD_REQUEST',
  // Unknown, another address's, or expired, without saying which. Start again.
  CHALLENGE_REFUSED: 'BAD_REQUEST',
  'Invalid Email': 'BAD_REQUEST',
  WEAK_PASSWORD: 'BAD_REQUEST',
  COMMON_PASSWORD: 'BAD_REQUEST',
  'username exist': 'CONFLICT',
  'user not found': 'NOT_FOUND',
  'You Are Not Allowed To Login!': 'FORBIDDEN',
  'Old Password Is Incorrect': 'BAD_REQUEST',
  'Invalid Phone Number': 'BAD_REQUEST',
  MOBILE_NUMBER_NOT_FOUND: 'NOT_FOUND',
  SMS_OTP_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  FINNOTECH_NOT_COMPLETED: 'FORBIDDEN',
  COUNTRY_PREFIX_MISMATCH: 'BAD_REQUEST',
  NOT_AUTHORIZED: 'FORBIDDEN',
  // The session must first be confirmed with the password and the second factor.
  CONFIRMATION_NEEDED: 'FORBIDDEN',
  // API keys of customers Unknown, revoked, or a wrong signature, without saying which.
  API_KEY_REFUSED: 'UNAUTHORIZED',
  API_KEY_EXPIRED: 'UNAUTHORIZED',
  // The call came from an address that the key doesn't allow (`data.address`).
  API_KEY_ADDRESS: 'FORBIDDEN',
  // The key lacks the required permission (`data.permission`).
  API_KEY_PERMISSION: 'FORBIDDEN',
  // No API key may call it.
  API_KEY_NOT_ALLOWED: 'FORBIDDEN',
  // The signed time is too far from ours (`data.serverTime`, `data.window`: milliseconds).
  TIMESTAMP_OUT_OF_WINDOW: 'UNAUTHORIZED',
  // Each signature is valid once; sign again with another time.
  SIGNATURE_USED: 'UNAUTHORIZED',
  // Not an Ed25519 public key, or a weak one for which signatures can be forged.
  INVALID_PUBLIC_KEY: 'BAD_REQUEST',
  // `data.most`
  TOO_MANY_API_KEYS: 'CONFLICT',
  // Staff must use an authenticator app.
  AUTHENTICATOR_REQUIRED: 'FORBIDDEN',
  // Staff members with the roles treasury and admin must sign in with a passkey, also to change their passkeys.
  PASSKEY_REQUIRED: 'FORBIDDEN',
  // Unknown, of another browser, too late, used before or wrong, without saying which.
  PASSKEY_REFUSED: 'BAD_REQUEST',
  // `data.most`
  TOO_MANY_PASSKEYS: 'CONFLICT',
  // Withdrawals and changes of security settings are refused until the owner or staff lifts the freeze.
  ACCOUNT_FROZEN: 'FORBIDDEN',
  // For a store's money: its owner has frozen the account.
  OWNER_FROZEN: 'FORBIDDEN',
  // Security settings can't be changed until `data.until`, as requested by the owner.
  SETTINGS_LOCKED: 'FORBIDDEN',
  // No withdrawals until `data.until`, because a security setting was changed.
  WITHDRAWAL_HOLD: 'FORBIDDEN',
  SAME_VALUE: 'BAD_REQUEST',
  SECOND_PERSON_NEEDED: 'FORBIDDEN',
  // The caller has no security key known to the signer, or sent no signature of one.
  APPROVAL_KEY_NEEDED: 'FORBIDDEN',
  // The signature is not over exactly this, or without user verification.
  APPROVAL_REFUSED: 'FORBIDDEN',
  ADMIN_NEEDED: 'FORBIDDEN',
  GOOGLE_FAILURE: 'BAD_REQUEST',
  // Verification
  // `errors` are `field.FAULT`.
  ACCOUNT_INVALID: 'BAD_REQUEST',
  NOT_EDITABLE: 'CONFLICT',
  // `errors` name the data of another user: MOBILE_IS_INCORRECT, NATIONAL_CODE_IS_INCORRECT,
  // TELEPHONE_IS_INCORRECT.
  USER_IDENTITY_DATA: 'CONFLICT',
  'ShebaCode or CardNumber Is For Another User': 'CONFLICT',
  INVALID_IMAGE: 'BAD_REQUEST',
  TOO_MANY_FILES: 'CONFLICT',
  IDENTITY_PROVIDER_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  // Trading
  QUICK_TRADE_DISABLED_FOR_MARKETER: 'FORBIDDEN',
  MARKET_IS_NOT_ACTIVE: 'CONFLICT',
  PRICE_CHANGED: 'CONFLICT',
  AMOUNT_IS_LOW: 'BAD_REQUEST',
  AMOUNT_IS_HIGH: 'BAD_REQUEST',
  AMOUNT_NOT_ALLOWED: 'BAD_REQUEST',
  UNACCEPTABLE_AMOUNT: 'BAD_REQUEST',
  'Not Enough Balance': 'CONFLICT',
  NOT_ENOUGH_BALANCE_TOMAN: 'CONFLICT',
  INVENTORY_LIMIT: 'CONFLICT',
  // A limit price too far from the market's (`data.low`, `data.high`).
  PRICE_OUT_OF_BAND: 'BAD_REQUEST',
  // No matching orders for a market order within its price.
  NO_LIQUIDITY: 'CONFLICT',
  // The order would have traded with an order of the same user.
  SELF_TRADE: 'CONFLICT',
  // It had to be filled completely and immediately; nothing was traded.
  FOK_NOT_FILLED: 'CONFLICT',
  // It was post-only, and would have traded immediately.
  POST_ONLY_WOULD_TAKE: 'CONFLICT',
  // For an iceberg order: the displayed amount is below the market's minimum, or a hundredth of the order.
  DISPLAY_IS_LOW: 'BAD_REQUEST',
  // An open order of the account has the same `clientOrderId`.
  CLIENT_ORDER_ID_IN_USE: 'CONFLICT',
  // A triggered or linked order can't be changed: cancel it and place another.
  ORDER_WAITS: 'CONFLICT',
  // At least this much of the order is traded already.
  AMOUNT_IS_EXECUTED: 'CONFLICT',
  // The trigger price is reached already.
  TRIGGER_ALREADY_REACHED: 'CONFLICT',
  // `data.most`
  TOO_MANY_OPEN_ORDERS: 'CONFLICT',
  ORDER_IS_CLOSED: 'CONFLICT',
  WITHDRAWAL_NOT_AVAILABLE: 'CONFLICT',
  "You Don't Have Enough Credit": 'CONFLICT',
  'You Dont Have This Coin Wallet': 'NOT_FOUND',
  // Deposits and withdrawals
  LOW_AMOUNT: 'BAD_REQUEST',
  DAILY_LIMIT: 'CONFLICT',
  CARD_NOT_VERIFIED: 'BAD_REQUEST',
  GATEWAY_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  CALLBACK_NOT_ALLOWED: 'BAD_REQUEST',
  ADDRESS_NOT_FOUND: 'NOT_FOUND',
  INVALID_TXID: 'BAD_REQUEST',
  CANT_DELETE_WITHDRAWAL_REQUEST: 'CONFLICT',
  'Not Enough HDWallets': 'SERVICE_UNAVAILABLE',
  // Not an address of this network, or with a wrong checksum.
  INVALID_ADDRESS: 'BAD_REQUEST',
  // The network requires a tag or memo (or this one is invalid).
  INVALID_TAG: 'BAD_REQUEST',
  // The address contains its tag or memo, and a different one was given next to it.
  TAG_MISMATCH: 'BAD_REQUEST',
  // A deposit address of ours, or the hot wallet's.
  OWN_ADDRESS: 'BAD_REQUEST',
  DEPOSIT_NOT_AVAILABLE: 'CONFLICT',
  // The whitelist is on and the address isn't in the address book, or not yet (`data.until`).
  ADDRESS_NOT_ALLOWED: 'FORBIDDEN',
  // A code by SMS is required in addition to the first one.
  SMS_CODE_NEEDED: 'FORBIDDEN',
  // Coins can't be withdrawn so soon after a Toman deposit (`data.until`).
  DEPOSIT_HOLD: 'FORBIDDEN',
  // The Sheba isn't the user's own, or not verified.
  SHEBA_NOT_VERIFIED: 'BAD_REQUEST',
  WITHDRAWALS_STOPPED: 'SERVICE_UNAVAILABLE',
  // A statement of our bank account: its opening differs from the last closing (`data.closing`), a balance isn't
  // the previous one plus its line, the lines don't sum up to its closing, or a reference is duplicate. `errors`
  // names the line.
  OPENING_DIFFERS: 'CONFLICT',
  BALANCE_DIFFERS: 'CONFLICT',
  CLOSING_DIFFERS: 'CONFLICT',
  REFERENCE_TWICE: 'CONFLICT',
  // Limits by dated rules of the authorities.
  TRADING_CLOSED: 'CONFLICT',
  STABLECOIN_LIMIT: 'CONFLICT',
  EXCEL_NOT_GENERATED: 'INTERNAL_SERVER_ERROR',
  // Stores of companies
  // The caller's account is not a company's.
  COMPANY_ONLY: 'FORBIDDEN',
  // The store can't receive payments at present.
  COMPANY_NOT_ACTIVE: 'CONFLICT',
  INVALID_CARD: 'BAD_REQUEST',
  // The payment request was paid or cancelled, or has expired (`data.state`).
  REQUEST_CLOSED: 'CONFLICT',
  INVALID_API_KEY: 'FORBIDDEN',
  // Support
  // The contact form was left open too long, or has been sent already.
  FORM_EXPIRED: 'CONFLICT',
  TOO_MANY_LINKS: 'BAD_REQUEST',
  TOO_MANY_TICKETS: 'CONFLICT',
  TICKET_IS_FULL: 'CONFLICT',
  // Price alerts `data.most`; all of them are active.
  TOO_MANY_ALERTS: 'CONFLICT',
  // The price is reached already (`data.price`).
  ALERT_ALREADY_REACHED: 'CONFLICT',
  // Recurring purchases `data.most`: maximum number that are not ended.
  TOO_MANY_RECURRING: 'CONFLICT',
} as const satisfies Record<string, Status>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A refusal that may be shown to a user. `errors` names fields or details;
 * `data` contains facts that the caller needs to continue (the new price, seconds to wait).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: string[];
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: { errors?: string[]; data?: Record<string, unknown> } = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.errors = options.errors ?? [];
    this.data = options.data;
  }

  get status(): Status {
    return ERRORS[this.code];
  }
}
