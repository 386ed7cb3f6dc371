/** Constants shared by the server and the readers of the busy order book. */
import { setTimeout as sleep } from 'node:timers/promises';

export const MARKET = 'BITCOIN_TOMAN';
export const BOOK_CHANNEL = `book:${MARKET}`;
/** Both sides together. */
export const BENCH_LEVELS = 5_000;
/** Interval between two changes. */
export const CHANGE_INTERVAL_MS = 20;
/** Share of readers that are logged in. */
export const CUSTOMER_SHARE = 0.2;
export const readerName = (customer: number): string => `customer-${customer}`;

/** Returns when a change is due, in nanoseconds of process.hrtime; change 0 is due at `began`. */
export const changeDueAt = (began: bigint, change: number): bigint =>
  began + BigInt(change) * BigInt(CHANGE_INTERVAL_MS) * 1_000_000n;

export async function waitUntilDue(moment: bigint): Promise<void> {
  const ms = Number(moment - process.hrtime.bigint()) / 1e6;
  if (ms > 0) await sleep(ms);
}
