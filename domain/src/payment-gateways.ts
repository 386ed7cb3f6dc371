import { HOUR_MS } from './durations.ts';
/** Gateways for Toman payments, including the sandbox's own. */
export const PAYMENT_GATEWAYS = ['SANDBOX', 'ZARINPAL', 'VANDAR', 'ZIBAL', 'JIBIT'] as const;
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number];

/** Maximum lines of a gateway settlement. */
export const MAX_SETTLEMENT_LINES = 5_000;

/** Maximum lines of a bank statement. */
export const MAX_BANK_LINES = 1_000;

/** Time in which banks return money of a failed payment: their own rule, quoted to users. */
export const BANK_RETURN_MS = 72 * HOUR_MS;
