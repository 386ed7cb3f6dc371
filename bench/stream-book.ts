/** Constants shared by the server and the readers of the busy order book. */
import { setTimeout as sleep } from 'node:timers/promises';

export const MARKET = 'BITCOIN_TOMAN';
export const BOOK = `book:${MARKET}`;
/** Both sides together. */
export const LEVELS = 5_000;
/** Interval between two changes. */
export const EVERY_MS = 20;
/** Share of readers that are logged in. */
export const CUSTOMERS = 0.2;
export const nameOf = (customer: number): string => `customer-${customer}`;

/** Returns when a change is due, in nanoseconds of process.hrtime; change 0 is due at `began`. */
export const dueAt = (began: bigint, change: number): bigint =>
  began + BigInt(change) * BigInt(EVERY_MS) * 1_000_000n;

export async function untilDue(moment: bigint): Promise<void> {
  const ms = Number(moment - process.hrtime.bigint()) / 1e6;
  if (ms > 0) await sleep(ms);
}
