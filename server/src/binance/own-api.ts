import type { Http } from '../platform/http/http.ts';
import type { OwnCall } from '../platform/http/own-calls.ts';
import { type OperationKind, toBinanceFailure } from './failures.ts';

export type OwnApiCall = Http['ask'];

/** Calls our API; its refusals are converted to Binance's format, depending on the operation. */
export async function requestOwnApi<T>(
  callApi: OwnApiCall,
  call: OwnCall,
  operation: OperationKind = 'READ',
): Promise<T> {
  const { status, body } = await callApi(call);
  const response = JSON.parse(body) as T & {
    message: string;
    errors?: string[];
    data?: Record<string, unknown>;
  };
  if (status < 300) return response;
  const { message, errors = [], data } = response;
  throw toBinanceFailure({ message, errors, ...(data && { data }) }, status, operation);
}

/** Returns `?a=1&b=2` for the values that are set; empty if none is. */
export function buildQuery(values: Record<string, string | number | null>): string {
  const entries = Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}
