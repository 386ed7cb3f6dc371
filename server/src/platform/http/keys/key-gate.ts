import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '@sarraf/domain';
import type { Endpoint, KeyPermission, RateClass } from '@sarraf/domain/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Caller, CallerKey } from '../admit.ts';
import type { KeyRates } from './key-rates.ts';
import { digestOfBody, signedText } from './signed-text.ts';
import { type CallSignature, refuseOutOfWindow, UsedSignatures } from './used-signatures.ts';

/** What a program says for itself. */
export interface KeyClaim {
  key: string;
  /** What it must have signed. */
  text: string;
  signature: Buffer;
  ip: string;
}

export type KeyCaller = Caller & { program: CallerKey };

/** The keys of people; identity has them. */
export interface ProgramKeys {
  /** Whose program it is. API_KEY_REFUSED; API_KEY_EXPIRED; API_KEY_ADDRESS (`address`). */
  verify(claim: KeyClaim): Promise<KeyCaller>;
  /** Who was let in as of now; null: the key opens nothing any more. */
  recheck(caller: Caller): Promise<Caller | null>;
  /** It was let in from there. Nobody waits for what comes of that. */
  used(caller: KeyCaller, ip: string): void;
}

/** What stands in the three headers, or in a message of the stream. */
export interface KeyCredentials {
  key: string;
  time: string;
  signature: string;
}

const HEADERS = { key: 'x-api-key', time: 'x-api-time', signature: 'x-api-signature' } as const;
const NAMES = { key: 'X-Api-Key', time: 'X-Api-Time', signature: 'X-Api-Signature' } as const;
const FORMS: Readonly<Record<keyof KeyCredentials, RegExp>> = {
  key: /^[\x21-\x7e]{1,60}$/,
  time: /^\d{12,15}$/,
  signature: /^[A-Za-z0-9+/_-]{43,88}={0,2}$/,
};

/** Whether a program of a customer asks. */
export const comesByKey = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.values(HEADERS).some((name) => headers[name] !== undefined);

/** BAD_REQUEST: a person's token and a program's key beside each other, so that nobody can know who asks. */
export function refuseBoth({ headers }: FastifyRequest): void {
  if (headers.authorization !== undefined)
    throw new AppError('BAD_REQUEST', { errors: ['Authorization', NAMES.key] });
}

/** Where programs of customers come in: who they are is known by what they sign, each time anew. */
export class KeyGate {
  readonly #keys: ProgramKeys;
  readonly #clock: Clock;
  readonly #rates: KeyRates;
  /** Here; what settles is judged once more where it settles. */
  readonly #used: UsedSignatures;

  constructor(keys: ProgramKeys, clock: Clock, rates: KeyRates) {
    this.#keys = keys;
    this.#clock = clock;
    this.#rates = rates;
    this.#used = new UsedSignatures(clock);
  }

  /**
   * Who signed the request, and the body that was read for that. Nothing is said of a key before its signature was found right.
   *
   * API_KEY_NOT_ALLOWED; BAD_REQUEST: a header is missing or none; TIMESTAMP_OUT_OF_WINDOW; PAYLOAD_TOO_LARGE; those of
   * `ProgramKeys.verify`; SIGNATURE_USED; TOO_MANY_REQUESTS (`retryAfter`).
   */
  async enter(
    endpoint: Endpoint,
    request: FastifyRequest,
    { reply, payload, mostBytes }: { reply: FastifyReply; payload: Readable; mostBytes: number },
  ): Promise<{ caller: KeyCaller; signed: CallSignature; payload: Readable }> {
    refuseBoth(request);
    if (endpoint.permission === undefined) throw new AppError('API_KEY_NOT_ALLOWED');
    const credentials = readCredentials(request.headers);
    const { ip, method } = request;
    const path = request.raw.url ?? '';
    let body: Buffer = NOTHING;
    const { caller, signed } = await this.#judge(claimOf(credentials), ip, async () => {
      // What isn't asked by a body has none, which was looked at before.
      if (endpoint.method !== 'GET') body = await readBody(request, payload, mostBytes);
      return signedText({ time: credentials.time, method, path, bodyDigest: digestOfBody(body) });
    });
    this.#used.take(signed);
    // The framework compares it with the length that was announced.
    const read =
      endpoint.method === 'GET'
        ? payload
        : Object.assign(Readable.from(body.length === 0 ? [] : [body]), {
            receivedEncodedLength: body.length,
          });
    const { headers, retryAfter } = this.#rates.count(caller.program, endpoint.rate);
    reply.headers(headers);
    if (retryAfter !== null) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
    return { caller, signed, payload: read };
  }

  /** Who signs a connection of the stream in. Those of `enter`, and API_KEY_PERMISSION: it takes READ. */
  async signIn(credentials: KeyCredentials, path: string, ip: string): Promise<KeyCaller> {
    for (const name of NAMES_OF_PARTS)
      if (!FORMS[name].test(credentials[name])) throw new AppError('BAD_REQUEST', { errors: [name] });
    const { time } = credentials;
    const { caller, signed } = await this.#judge(claimOf(credentials), ip, async () =>
      signedText({ time, method: 'GET', path, bodyDigest: digestOfBody(NOTHING) }),
    );
    this.#used.take(signed);
    if (!caller.program.permissions.includes('READ'))
      throw new AppError('API_KEY_PERMISSION', { data: { permission: 'READ' } });
    if (caller.frozen) throw new AppError('ACCOUNT_FROZEN');
    return caller;
  }

  /** Who signed in a moment ago, where something may have changed since. */
  readonly recheck = (caller: Caller): Promise<Caller | null> => this.#keys.recheck(caller);

  /**
   * Whose program has signed a text in another form of the API, which says itself what is signed. What only reads may come twice,
   * since tools of that form ask the same again within a millisecond; what changes something is good once.
   * Those of `enter`.
   */
  async enterSigned({ ip, permission, rate, text, ...claim }: SignedEntry) {
    const { caller, signed } = await this.#judge(claim, ip, async () => text);
    if (permission !== 'READ') this.#used.take(signed);
    if (caller.frozen) throw new AppError('ACCOUNT_FROZEN');
    if (!caller.program.permissions.includes(permission))
      throw new AppError('API_KEY_PERMISSION', { data: { permission } });
    const { headers, retryAfter } = this.#rates.count(caller.program, rate);
    if (retryAfter !== null) throw new AppError('TOO_MANY_REQUESTS', { data: { retryAfter } });
    return { caller, signed, headers };
  }

  /** What a program has used of its orders' limit. */
  orderUse({ program }: KeyCaller): { max: number; used: number } {
    return this.#rates.look(program, 'order');
  }

  /** Whoever was refused too often from one address waits, whatever they bring. */
  async #judge(
    { key, time, signature }: Claimed,
    ip: string,
    textOf: () => Promise<string>,
  ): Promise<{ caller: KeyCaller; signed: CallSignature }> {
    this.#rates.refuseGuessers(ip);
    try {
      refuseOutOfWindow(time, this.#clock.now());
      const text = await textOf();
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

/** A key, and what is said to be signed by it, when. */
interface Claimed {
  key: string;
  /** Milliseconds since 1970. */
  time: number;
  signature: Buffer;
}

const claimOf = ({ key, time, signature }: KeyCredentials): Claimed => ({
  key,
  time: Number.parseInt(time, 10),
  signature: Buffer.from(signature, 'base64'),
});

export interface SignedEntry extends Claimed {
  text: string;
  ip: string;
  permission: KeyPermission;
  rate: RateClass;
}

const NOTHING: Buffer = Buffer.alloc(0);
const NAMES_OF_PARTS = ['key', 'time', 'signature'] as const;

function readCredentials(headers: FastifyRequest['headers']): KeyCredentials {
  const found = NAMES_OF_PARTS.map((name) => [name, String(headers[HEADERS[name]] ?? '')] as const);
  const wrong = found.filter(([name, text]) => !FORMS[name].test(text));
  if (wrong.length > 0) throw new AppError('BAD_REQUEST', { errors: wrong.map(([name]) => NAMES[name]) });
  return Object.fromEntries(found) as unknown as KeyCredentials;
}

/** PAYLOAD_TOO_LARGE; BAD_REQUEST: it has ended before its end. */
async function readBody({ headers }: FastifyRequest, payload: Readable, most: number): Promise<Buffer> {
  if (Number.parseInt(headers['content-length'] ?? '0', 10) > most) throw new AppError('PAYLOAD_TOO_LARGE');
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of payload) {
      length += (part as Buffer).length;
      if (length > most) break;
      parts.push(part as Buffer);
    }
  } catch {
    throw new AppError('BAD_REQUEST', { errors: ['body'] });
  }
  if (length > most) throw new AppError('PAYLOAD_TOO_LARGE');
  return Buffer.concat(parts);
}
