import type { Http } from '../platform/http/http.ts';
import type { OwnCall } from '../platform/http/own-calls.ts';
import { type Deed, failureOf } from './failures.ts';

export type Ask = Http['ask'];

/** Calls our API; its refusals are converted to Binance's format, depending on the operation. */
export async function answerOf<T>(ask: Ask, call: OwnCall, deed: Deed = 'READ'): Promise<T> {
  const { status, body } = await ask(call);
  const answer = JSON.parse(body) as T & {
    message: string;
    errors?: string[];
    data?: Record<string, unknown>;
  };
  if (status < 300) return answer;
  const { message, errors = [], data } = answer;
  throw failureOf({ message, errors, ...(data && { data }) }, status, deed);
}

/** Returns `?a=1&b=2` for the values that are set; empty if none is. */
export function query(values: Record<string, string | number | null>): string {
  const set = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return set.length === 0 ? '' : `?${new URLSearchParams(set)}`;
}
