import { HOUR_MS } from './durations.ts';
/** Gateways through which Toman is paid in; of the sandbox its own. */
export const PAYMENT_GATEWAYS = ['SANDBOX', 'ZARINPAL', 'VANDAR', 'ZIBAL', 'JIBIT'] as const;
export type PaymentGateway = (typeof PAYMENT_GATEWAYS)[number];

/** Lines of one settlement of a gateway at most. */
export const MAX_SETTLEMENT_LINES = 5_000;

/** Lines of one statement of our bank account at most. */
export const MAX_BANK_LINES = 1_000;

/** Within how long banks give back what they took for a payment that didn't happen: their own rule, which people are told. */
export const BANK_RETURN_MS = 72 * HOUR_MS;
