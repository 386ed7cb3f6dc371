import { hash } from 'node:crypto';

/** What of a request its signature covers. */
export interface SignedRequest {
  /** Milliseconds since 1970, as the program wrote them. */
  time: string;
  method: string;
  /** Path and query exactly as sent, from `/api` on. */
  path: string;
  /** Lowercase hexadecimal SHA-256 of the body's bytes; without a body: of nothing. */
  bodyDigest: string;
}

export const signedText = ({ time, method, path, bodyDigest }: SignedRequest): string =>
  `${time}\n${method}\n${path}\n${bodyDigest}`;

export const digestOfBody = (body: Buffer | string): string => hash('sha256', body, 'hex');

/** How far the signed time may be from ours, before and after. */
export const WINDOW_MS = 5_000;
