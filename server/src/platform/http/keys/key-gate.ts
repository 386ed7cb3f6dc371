import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { Endpoint, KeyPermission, RateClass } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Caller, CallerKey } from '../admit.ts';
import type { KeyRates } from './key-rates.ts';
import { buildSignedText, computeBodyDigest } from './signed-text.ts';
import { assertWithinWindow, type CallSignature, UsedSignatures } from './used-signatures.ts';

/** Credentials that a program presents. */
export interface KeyClaim {
  key: string;
  /** Text that it must have signed. */
  text: string;
  signature: Buffer;
  ip: string;
}

export type KeyCaller = Caller & { program: CallerKey };

/** Keys of users; implemented by identity. */
export interface ProgramKeys {
  /** Returns the caller of a key. API_KEY_REFUSED; API_KEY_EXPIRED; API_KEY_ADDRESS (`address`). */
  verify(claim: KeyClaim): Promise<KeyCaller>;
  /** Returns the current state of a caller; null: the key is no longer valid. */
  recheck(caller: Caller): Promise<Caller | null>;
  /** Records a use from an address, in the background. */
  used(caller: KeyCaller, ip: string): void;
}

/** Contents of the three headers, or of a message of the stream. */
export interface KeyCredentials {
  key: string;
  time: string;
  signature: string;
}

const HEADER_BY_PART = { key: 'x-api-key', time: 'x-api-time', signature: 'x-api-signature' } as const;
const HEADER_NAMES = { key: 'X-Api-Key', time: 'X-Api-Time', signature: 'X-Api-Signature' } as const;
const PART_PATTERNS: Readonly<Record<keyof KeyCredentials, RegExp>> = {
  key: /^[\x21-\x7e]{1,60}$/,
  time: /^\d{12,15}$/,
  signature: /^[A-Za-z0-9+/_-]{43,88}={0,2}$/,
};

/** Whether a request comes from a customer's program. */
export const hasKeyHeaders = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.values(HEADER_BY_PART).some((name) => headers[name] !== undefined);

/** BAD_REQUEST: a user's token and a program's key in one request, so that the caller is ambiguous. */
export function assertNoSessionToken({ headers }: FastifyRequest): void {
  if (headers.authorization !== undefined)
    throw new AppError('BAD_REQUEST', { errors: ['Authorization', HEADER_NAMES.key] });
}

/** Authenticates customers' programs by their signature on each request. */
export class KeyAuthenticator {
  readonly #keys: ProgramKeys;
  readonly #clock: Clock;
  readonly #rates: KeyRates;
  /** Signatures used in this process; for settling endpoints the ledger writer checks again. */
  readonly #used: UsedSignatures;

  constructor(keys: ProgramKeys, clock: Clock, rates: KeyRates) {
    this.#keys = keys;
    this.#clock = clock;
    this.#rates = rates;
    this.#used = new UsedSignatures(clock);
  }

  /**
   * Returns the caller who signed the request, and the body that was read for that. Nothing about a key is revealed
   * before its signature was verified.
   *
   * API_KEY_NOT_ALLOWED; BAD_REQUEST: a header is missing or invalid; TIMESTAMP_OUT_OF_WINDOW; PAYLOAD_TOO_LARGE;
   * those of
   * `ProgramKeys.verify`; SIGNATURE_USED; TOO_MANY_REQUESTS (`retryAfter`).
   */
  async authenticateRequest(
    endpoint: Endpoint,
    request: FastifyRequest,
    { reply, payload, mostBytes }: { reply: FastifyReply; payload: Readable; mostBytes: number },
  ): Promise<{ caller: KeyCaller; signed: CallSignature; payload: Readable }> {
    assertNoSessionToken(request);
    if (endpoint.permission === undefined) throw new AppError('API_KEY_NOT_ALLOWED');
    const credentials = readCredentials(request.headers);
    const { ip, method } = request;
    const path = request.raw.url ?? '';
    let body: Buffer = EMPTY_BODY;
    const { caller, signed } = await this.#verifyClaim(parseCredentials(credentials), ip, async () => {
      // A GET has no body, which was checked before.
      if (endpoint.method !== 'GET') body = await readBody(request, payload, mostBytes);
      return buildSignedText({ time: credentials.time, method, path, bodyDigest: computeBodyDigest(body) });
    });
    this.#used.useOnce(signed);
    // The framework compares it with Content-Length.
    const bufferedPayload =
      endpoint.method === 'GET'
        ? payload
        : Object.assign(Readable.from(body.length === 0 ? [] : [body]), {
            receivedEncodedLength: body.length,
          });
    const { headers, retryAfter } = this.#rates.count(caller.program, endpoint.rate);
    reply.headers(headers);
    if (retryAfter !== null) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
    return { caller, signed, payload: bufferedPayload };
  }

  /** Authenticates a connection of the stream. Throws like `enter`, and API_KEY_PERMISSION: it requires READ. */
  async authenticateStream(credentials: KeyCredentials, path: string, ip: string): Promise<KeyCaller> {
    for (const name of PART_NAMES)
      if (!PART_PATTERNS[name].test(credentials[name])) throw new AppError('BAD_REQUEST', { errors: [name] });
    const { time } = credentials;
    const { caller, signed } = await this.#verifyClaim(parseCredentials(credentials), ip, async () =>
      buildSignedText({ time, method: 'GET', path, bodyDigest: computeBodyDigest(EMPTY_BODY) }),
    );
    this.#used.useOnce(signed);
    if (!caller.program.permissions.includes('READ'))
      throw new AppError('API_KEY_PERMISSION', { data: { permission: 'READ' } });
    if (caller.frozen) throw new AppError('ACCOUNT_FROZEN');
    return caller;
  }

  /** Rechecks a caller who was authenticated a moment ago, if something may have changed since. */
  readonly recheck = (caller: Caller): Promise<Caller | null> => this.#keys.recheck(caller);

  /**
   * Authenticates a program that signed a text of another form of the API. Reads may repeat a signature, since
   * tools of that form repeat the same request within a millisecond; a signature of a change is valid once.
   * Throws like `enter`.
   */
  async authenticateSignedText({ ip, permission, rate, text, ...claim }: SignedTextClaim) {
    const { caller, signed } = await this.#verifyClaim(claim, ip, async () => text);
    if (permission !== 'READ') this.#used.useOnce(signed);
    if (caller.frozen) throw new AppError('ACCOUNT_FROZEN');
    if (!caller.program.permissions.includes(permission))
      throw new AppError('API_KEY_PERMISSION', { data: { permission } });
    const { headers, retryAfter } = this.#rates.count(caller.program, rate);
    if (retryAfter !== null) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
    return { caller, signed, headers };
  }

  /** Returns a program's usage of its limit for orders. */
  readOrderUsage({ program }: KeyCaller): { max: number; used: number } {
    return this.#rates.readUsage(program, 'order');
  }

  /** An address with too many refusals has to wait, whatever its credentials. */
  async #verifyClaim(
    { key, time, signature }: ParsedCredentials,
    ip: string,
    buildText: () => Promise<string>,
  ): Promise<{ caller: KeyCaller; signed: CallSignature }> {
    this.#rates.assertNotGuessing(ip);
    try {
      assertWithinWindow(time, this.#clock.now());
      const text = await buildText();
      const caller = await this.#keys.verify({ key, text, signature, ip });
      const signed = { time, digest: hash('sha256', `${key}\n${text}`, 'base64url') };
      this.#keys.used(caller, ip);
      return { caller, signed };
    } catch (error) {
      if (error instanceof AppError && error.code !== 'SERVICE_UNAVAILABLE') this.#rates.countRefused(ip);
      throw error;
    }
  }
}

/** A key, and the text and time said to be signed by it. */
interface ParsedCredentials {
  key: string;
  /** Milliseconds since 1970. */
  time: number;
  signature: Buffer;
}

const parseCredentials = ({ key, time, signature }: KeyCredentials): ParsedCredentials => ({
  key,
  time: Number.parseInt(time, 10),
  signature: Buffer.from(signature, 'base64'),
});

export interface SignedTextClaim extends ParsedCredentials {
  text: string;
  ip: string;
  permission: KeyPermission;
  rate: RateClass;
}

const EMPTY_BODY: Buffer = Buffer.alloc(0);
const PART_NAMES = ['key', 'time', 'signature'] as const;

function readCredentials(headers: FastifyRequest['headers']): KeyCredentials {
  const found = PART_NAMES.map((name) => [name, String(headers[HEADER_BY_PART[name]] ?? '')] as const);
  const invalid = found.filter(([name, text]) => !PART_PATTERNS[name].test(text));
  if (invalid.length > 0)
    throw new AppError('BAD_REQUEST', { errors: invalid.map(([name]) => HEADER_NAMES[name]) });
  return Object.fromEntries(found) as unknown as KeyCredentials;
}

/** PAYLOAD_TOO_LARGE; BAD_REQUEST: the body ended prematurely. */
async function readBody({ headers }: FastifyRequest, payload: Readable, maxBytes: number): Promise<Buffer> {
  if (Number.parseInt(headers['content-length'] ?? '0', 10) > maxBytes)
    throw new AppError('PAYLOAD_TOO_LARGE');
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of payload) {
      length += (part as Buffer).length;
      if (length > maxBytes) break;
      parts.push(part as Buffer);
    }
  } catch {
    throw new AppError('BAD_REQUEST', { errors: ['body'] });
  }
  if (length > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE');
  return Buffer.concat(parts);
}
