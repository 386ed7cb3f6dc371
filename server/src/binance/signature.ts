import { BinanceFailure, createMalformedFailure } from './failures.ts';
import type { Parameters } from './parameters.ts';

/** A program's claim of having signed a text, and when. */
export interface SignedClaim {
  time: number;
  text: string;
  signature: Buffer;
}

/**
 * Reads the signature of a signed call; `text` is what was signed: query and form, without the signature. An HMAC
 * is in hexadecimal, a signature of Ed25519 in base64. `recvWindow` may narrow our own window, not widen it.
 */
export function readSignature(parameters: Parameters, text: string, now: number): SignedClaim {
  const time = parameters.integer('timestamp');
  const window = parameters.integer('recvWindow', { most: 60_000 });
  const signature = parameters.text('signature');
  if (time === null) throw createMalformedFailure('timestamp');
  if (signature === null) throw createMalformedFailure('signature');
  if (window !== null && now - time > window)
    throw new BinanceFailure(-1021, 'Timestamp for this request is outside of the recvWindow.');
  const isHex = /^[0-9a-f]{64}$/i.test(signature);
  if (!isHex && !/^[A-Za-z0-9+/_-]{86}={0,2}$/.test(signature))
    throw new BinanceFailure(-1100, "Illegal characters found in parameter 'signature'.");
  return { time, text, signature: Buffer.from(signature, isHex ? 'hex' : 'base64') };
}

/** The parameters of a message of the WebSocket API are signed in the order of their names. */
export function signedTextOf(params: Readonly<Record<string, unknown>>): {
  key: string;
  signed: string;
  signature: string;
} {
  const { signature, ...rest } = params;
  const values = Object.entries(rest).map(([name, value]) => {
    if (typeof value !== 'string' && typeof value !== 'number') throw createMalformedFailure(name);
    return [name, String(value)] as const;
  });
  const { apiKey } = rest;
  if (typeof apiKey !== 'string') throw createMalformedFailure('apiKey');
  if (typeof signature !== 'string') throw createMalformedFailure('signature');
  const sorted = values.sort(([a], [b]) => (a < b ? -1 : 1));
  return { key: apiKey, signed: sorted.map(([name, value]) => `${name}=${value}`).join('&'), signature };
}
