/** The one table of refusals: message code → HTTP status. The words live in the web's dictionaries (`error.<code>`). */
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
  // `errors` name what the request brought and the endpoint doesn't know; nothing was done.
  UNKNOWN_FIELD: 'BAD_REQUEST',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'CONFLICT',
  FORBIDDEN: 'FORBIDDEN',
  TOO_MANY_REQUESTS: 'TOO_MANY_REQUESTS',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  INTERNAL_SERVER_ERROR: 'INTERNAL_SERVER_ERROR',
  SERVICE_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  // Nothing may be changed now, and nothing was; seconds to wait where the end is known (`data.retryAfter`).
  MAINTENANCE: 'SERVICE_UNAVAILABLE',
  // What this needs is paused (`data.scope`, `data.name`), and nothing was changed; where the end is known `data.until`, and seconds to wait.
  PAUSED: 'SERVICE_UNAVAILABLE',
  'Invalid Token': 'UNAUTHORIZED',
  IDEMPOTENCY_KEY_REUSED: 'CONFLICT',
  // What was asked for was done by another process, whose answer is larger than the line between the two carries.
  ANSWER_TOO_LARGE: 'INTERNAL_SERVER_ERROR',
  // Identity
  'Invalid Username Or Password': 'BAD_REQUEST',
  // Of an authenticator app's codes with `data.serverTime` (milliseconds): the phone's clock must agree with it.
  'Incorrect OTP': 'BAD_REQUEST',
  'Code Expired': 'BAD_REQUEST',
  // Unknown, another address's, or its step is over: it isn't said which. Begin again.
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
  // API keys of customers
  // Unknown, revoked, or another's signature: it isn't said which.
  API_KEY_REFUSED: 'UNAUTHORIZED',
  API_KEY_EXPIRED: 'UNAUTHORIZED',
  // Not from one of the key's addresses (`data.address`: where the call came from).
  API_KEY_ADDRESS: 'FORBIDDEN',
  // The key lacks what the call needs (`data.permission`).
  API_KEY_PERMISSION: 'FORBIDDEN',
  // No API key may call it.
  API_KEY_NOT_ALLOWED: 'FORBIDDEN',
  // The time that was signed is too far from ours (`data.serverTime`, `data.window`: milliseconds).
  TIMESTAMP_OUT_OF_WINDOW: 'UNAUTHORIZED',
  // Each signature is good once; sign anew with another time.
  SIGNATURE_USED: 'UNAUTHORIZED',
  // No Ed25519 public key, or one that would let anybody sign.
  INVALID_PUBLIC_KEY: 'BAD_REQUEST',
  // `data.most`
  TOO_MANY_API_KEYS: 'CONFLICT',
  // Staff must use an authenticator app.
  AUTHENTICATOR_REQUIRED: 'FORBIDDEN',
  // Staff of treasury and admin must have signed in with a passkey, also to change their passkeys.
  PASSKEY_REQUIRED: 'FORBIDDEN',
  // Unknown, answered by another browser, too late, twice or wrongly: it isn't said which.
  PASSKEY_REFUSED: 'BAD_REQUEST',
  // `data.most`
  TOO_MANY_PASSKEYS: 'CONFLICT',
  // Nothing leaves, and what protects the account stays as it is, until its owner or staff lifts it.
  ACCOUNT_FROZEN: 'FORBIDDEN',
  // A store's money: its owner has frozen the account.
  OWNER_FROZEN: 'FORBIDDEN',
  // What protects the account stays as it is until `data.until`: its owner wanted it so.
  SETTINGS_LOCKED: 'FORBIDDEN',
  // Nothing leaves until `data.until`, since what protects the account was changed.
  WITHDRAWAL_HOLD: 'FORBIDDEN',
  SAME_VALUE: 'BAD_REQUEST',
  SECOND_PERSON_NEEDED: 'FORBIDDEN',
  // The caller has no security key that the signer believes, or brought no signature of one.
  APPROVAL_KEY_NEEDED: 'FORBIDDEN',
  // The signature is not over exactly this, or the key didn't verify its user.
  APPROVAL_REFUSED: 'FORBIDDEN',
  ADMIN_NEEDED: 'FORBIDDEN',
  GOOGLE_FAILURE: 'BAD_REQUEST',
  // Verification
  // `errors` are `field.FAULT`.
  ACCOUNT_INVALID: 'BAD_REQUEST',
  NOT_EDITABLE: 'CONFLICT',
  // `errors` name what is another person's: MOBILE_IS_INCORRECT, NATIONAL_CODE_IS_INCORRECT, TELEPHONE_IS_INCORRECT.
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
  // A market order found nobody on the other side within its price.
  NO_LIQUIDITY: 'CONFLICT',
  // The order would have met an order of the same person.
  SELF_TRADE: 'CONFLICT',
  // It had to be traded wholly and at once; nothing of it was.
  FOK_NOT_FILLED: 'CONFLICT',
  // It had to wait, and would have met an order at once.
  POST_ONLY_WOULD_TAKE: 'CONFLICT',
  // Of an order that hides a part: what it shows at a time is below the market's minimum, or a hundredth of it.
  DISPLAY_IS_LOW: 'BAD_REQUEST',
  // An open order of the account has the same `clientOrderId`.
  CLIENT_ORDER_ID_IN_USE: 'CONFLICT',
  // An order that waits for a price, or is linked with others, isn't changed: it is cancelled and placed anew.
  ORDER_WAITS: 'CONFLICT',
  // As much of the order, or more, is traded already.
  AMOUNT_IS_EXECUTED: 'CONFLICT',
  // The price at which the order was to be triggered is reached already.
  TRIGGER_ALREADY_REACHED: 'CONFLICT',
  // `data.most`
  TOO_MANY_OPEN_ORDERS: 'CONFLICT',
  ORDER_IS_CLOSED: 'CONFLICT',
  WITHDRAWAL_NOT_AVAILABLE: 'CONFLICT',
  "You Don't Have Enough Credit": 'CONFLICT',
  'You Dont Have This Coin Wallet': 'NOT_FOUND',
  // Money in and out
  LOW_AMOUNT: 'BAD_REQUEST',
  DAILY_LIMIT: 'CONFLICT',
  CARD_NOT_VERIFIED: 'BAD_REQUEST',
  GATEWAY_UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  CALLBACK_NOT_ALLOWED: 'BAD_REQUEST',
  ADDRESS_NOT_FOUND: 'NOT_FOUND',
  INVALID_TXID: 'BAD_REQUEST',
  CANT_DELETE_WITHDRAWAL_REQUEST: 'CONFLICT',
  'Not Enough HDWallets': 'SERVICE_UNAVAILABLE',
  // The address is none of this network, or its checksum is wrong.
  INVALID_ADDRESS: 'BAD_REQUEST',
  // The network needs a tag or memo (or this is none).
  INVALID_TAG: 'BAD_REQUEST',
  // The address carries its tag or memo, and another one was given next to it.
  TAG_MISMATCH: 'BAD_REQUEST',
  // An address of our own deposits, or the hot wallet's.
  OWN_ADDRESS: 'BAD_REQUEST',
  DEPOSIT_NOT_AVAILABLE: 'CONFLICT',
  // The whitelist is on and the address isn't in the book, or not yet (`data.until`).
  ADDRESS_NOT_ALLOWED: 'FORBIDDEN',
  // A code by SMS is needed beside the first one.
  SMS_CODE_NEEDED: 'FORBIDDEN',
  // Coins don't leave so soon after a Toman deposit (`data.until`).
  DEPOSIT_HOLD: 'FORBIDDEN',
  // Sheba that isn't the person's own, or not verified.
  SHEBA_NOT_VERIFIED: 'BAD_REQUEST',
  WITHDRAWALS_STOPPED: 'SERVICE_UNAVAILABLE',
  // A statement of our bank account: it doesn't begin where the last one ended (`data.closing`), a balance isn't the one before
  // plus its line, the lines don't lead to its end, or a reference is there twice. `errors` names the line.
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
  // Nobody can pay this store now.
  COMPANY_NOT_ACTIVE: 'CONFLICT',
  INVALID_CARD: 'BAD_REQUEST',
  // The payment request was paid, cancelled, or its time is over (`data.state`).
  REQUEST_CLOSED: 'CONFLICT',
  INVALID_API_KEY: 'FORBIDDEN',
  // Support
  // The contact form was left open too long, or has been sent already.
  FORM_EXPIRED: 'CONFLICT',
  TOO_MANY_LINKS: 'BAD_REQUEST',
  TOO_MANY_TICKETS: 'CONFLICT',
  TICKET_IS_FULL: 'CONFLICT',
  // Price alerts
  // `data.most`; none of them is over.
  TOO_MANY_ALERTS: 'CONFLICT',
  // The price is there already (`data.price`).
  ALERT_ALREADY_REACHED: 'CONFLICT',
  // Recurring purchases
  // `data.most`: as many go on.
  TOO_MANY_RECURRING: 'CONFLICT',
} as const satisfies Record<string, Status>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * A refusal that a person can be told about. `errors` names fields or details;
 * `data` carries facts the caller needs to go on (the new price, seconds to wait).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: string[];
  readonly data: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, options: { errors?: string[]; data?: Record<string, unknown> } = {}) {
    super(code);
    this.name = 'Refusal';
    this.code = code;
    this.errors = options.errors ?? [];
    this.data = options.data;
  }

  get status(): Status {
    return ERRORS[this.code];
  }
}
