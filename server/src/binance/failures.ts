import { type ErrorCode, STATUS } from '@sarraf/domain';

/** A refusal in Binance's format: `{"code":-1121,"msg":"Invalid symbol."}`; codes and texts of its errors.md. */
export class BinanceFailure extends Error {
  readonly status: number;
  readonly code: number;
  /** Seconds until the call may be repeated. */
  readonly retryAfter: number | null;
  /** Results of earlier parts of a call that does several things. */
  readonly data: unknown;

  constructor(
    code: number,
    msg: string,
    {
      status = 400,
      retryAfter = null,
      data,
    }: { status?: number; retryAfter?: number | null; data?: unknown } = {},
  ) {
    super(msg);
    this.name = 'BinanceFailure';
    this.code = code;
    this.status = status;
    this.retryAfter = retryAfter;
    this.data = data;
  }

  get body(): { code: number; msg: string; data?: unknown } {
    const { code, message: msg, data } = this;
    return { code, msg, ...(data !== undefined && { data }) };
  }
}

/** Kind of the operation: the same refusal has different codes for placing, cancelling and reading an order. */
export type OperationKind = 'PLACE' | 'CANCEL' | 'READ';

const FILTER = -1013;
const REJECTED = -2010;
const CANCEL_REJECTED = -2011;
const NO_SUCH_ORDER = -2013;

const CLOSED = [REJECTED, 'Market is closed.'] as const;
const NO_MONEY = [REJECTED, 'Account has insufficient balance for requested action.'] as const;
const DUPLICATE = [REJECTED, 'Duplicate order sent.'] as const;
const DISABLED = [REJECTED, 'This action is disabled on this account.'] as const;
const NO_PERMISSION = [-2015, 'Invalid API-key, IP, or permissions for action.'] as const;

/** Our codes that correspond to one of Binance's in every operation. */
const FAILURES: Partial<Record<ErrorCode, readonly [code: number, msg: string]>> = {
  MARKET_IS_NOT_ACTIVE: CLOSED,
  TRADING_CLOSED: CLOSED,
  PAUSED: CLOSED,
  MAINTENANCE: CLOSED,
  'Not Enough Balance': NO_MONEY,
  NOT_ENOUGH_BALANCE_TOMAN: NO_MONEY,
  ACCOUNT_FROZEN: DISABLED,
  STABLECOIN_LIMIT: DISABLED,
  UNACCEPTABLE_AMOUNT: [FILTER, 'Filter failure: LOT_SIZE'],
  AMOUNT_NOT_ALLOWED: [FILTER, 'Filter failure: LOT_SIZE'],
  AMOUNT_IS_LOW: [FILTER, 'Filter failure: NOTIONAL'],
  AMOUNT_IS_HIGH: [FILTER, 'Filter failure: LOT_SIZE'],
  PRICE_OUT_OF_BAND: [FILTER, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  TOO_MANY_OPEN_ORDERS: [FILTER, 'Filter failure: MAX_NUM_ORDERS'],
  NO_LIQUIDITY: [REJECTED, 'Order book liquidity is less than symbol minimum quantity.'],
  SELF_TRADE: [REJECTED, 'The order would meet an order of the same account.'],
  FOK_NOT_FILLED: [REJECTED, 'Order would not be filled at once.'],
  DISPLAY_IS_LOW: [FILTER, 'Filter failure: ICEBERG_PARTS'],
  POST_ONLY_WOULD_TAKE: [REJECTED, 'Order would immediately match and take.'],
  TRIGGER_ALREADY_REACHED: [REJECTED, 'Order would trigger immediately.'],
  CLIENT_ORDER_ID_IN_USE: DUPLICATE,
  IDEMPOTENCY_KEY_REUSED: DUPLICATE,
  AMOUNT_IS_EXECUTED: [REJECTED, 'Order amend (quantity increase) is not supported.'],
  NOT_AUTHORIZED: NO_PERMISSION,
  API_KEY_PERMISSION: NO_PERMISSION,
  API_KEY_ADDRESS: NO_PERMISSION,
  API_KEY_EXPIRED: NO_PERMISSION,
  API_KEY_NOT_ALLOWED: NO_PERMISSION,
  FORBIDDEN: NO_PERMISSION,
  'Invalid Token': NO_PERMISSION,
};

/** Converts a refusal of ours to Binance's format. `status` is its HTTP status. */
export function toBinanceFailure(
  { message, errors, data }: { message: string; errors: readonly string[]; data?: Record<string, unknown> },
  status: number,
  operation: OperationKind,
): BinanceFailure {
  const knownFailure = FAILURES[message as ErrorCode];
  if (knownFailure) return new BinanceFailure(knownFailure[0], knownFailure[1], { status });
  const retryAfter = typeof data?.retryAfter === 'number' ? data.retryAfter : null;
  if (status === STATUS.TOO_MANY_REQUESTS)
    return new BinanceFailure(-1003, 'Too many requests.', { status, retryAfter: retryAfter });
  if (status === STATUS.SERVICE_UNAVAILABLE)
    return new BinanceFailure(
      -1007,
      'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
      { status, retryAfter: retryAfter },
    );
  if (message === 'NOT_FOUND' || message === 'ORDER_IS_CLOSED') return createUnknownOrderFailure(operation);
  if (status >= STATUS.INTERNAL_SERVER_ERROR)
    return new BinanceFailure(-1000, 'An unknown error occurred while processing the request.', { status });
  if (message === 'BAD_REQUEST' || message === 'UNKNOWN_FIELD')
    return createMalformedFailure(errors[0] ?? 'body');
  // A code of ours without a counterpart keeps its own name.
  return new BinanceFailure(operation === 'CANCEL' ? CANCEL_REJECTED : REJECTED, message, { status });
}

export const createUnknownOrderFailure = (operation: OperationKind): BinanceFailure =>
  operation === 'READ'
    ? new BinanceFailure(NO_SUCH_ORDER, 'Order does not exist.')
    : new BinanceFailure(CANCEL_REJECTED, 'Unknown order sent.');

export const createDuplicateFailure = (): BinanceFailure => new BinanceFailure(...DUPLICATE);

export const createMalformedFailure = (name: string): BinanceFailure =>
  new BinanceFailure(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);

export const createNotNeededFailure = (name: string): BinanceFailure =>
  new BinanceFailure(-1106, `Parameter '${name}' sent when not required.`);

export const createInvalidFailure = (name: string): BinanceFailure =>
  new BinanceFailure(-1130, `Data sent for parameter '${name}' is not valid.`);
