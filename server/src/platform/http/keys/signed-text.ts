import { hash } from 'node:crypto';

/** Parts of a request that its signature covers. */
export interface SignedRequest {
  /** Milliseconds since 1970, as the program wrote them. */
  time: string;
  method: string;
  /** Path and query exactly as sent, including `/api`. */
  path: string;
  /** Lowercase hexadecimal SHA-256 of the body; without a body: of the empty string. */
  bodyDigest: string;
}

export const buildSignedText = ({ time, method, path, bodyDigest }: SignedRequest): string =>
  `${time}\n${method}\n${path}\n${bodyDigest}`;

export const computeBodyDigest = (body: Buffer | string): string => hash('sha256', body, 'hex');

/** Maximum difference between the signed time and ours, in either direction. */
export const SIGNATURE_WINDOW_MS = 5_000;
