/**
 * SMS by Kavenegar (kavenegar.com/rest.html; the README of kavenegar-node has the same replies). Codes use
 * verify/lookup, which is faster and reaches numbers that refuse advertising; notices use sms/send. The API key is
 * part of the path, so the URL is never part of an error.
 */
import { type Texter, type TextMessage, Undeliverable } from '../messaging/ports.ts';
import { type Fetch, ProxyFailure } from '../platform/outgoing/connections.ts';

export interface KavenegarOptions {
  apiKey: string;
  /** https://api.kavenegar.com */
  baseUrl: string;
  fetch: Fetch;
  /** Name in the panel; its text has %token for the code. */
  template: string;
  /** Sender line of notices; unset: the account's default. */
  sender?: string | undefined;
  timeoutMs?: number;
}

const TIMEOUT = 10_000;
const STATUS_OK = 200;
const MOBILE = /^\+98(9\d{9})$/;

export function createKavenegar(options: KavenegarOptions): Texter {
  const base = `${options.baseUrl.replace(/\/$/, '')}/v1/${options.apiKey}`;
  return {
    async send(message) {
      const { path, fields } = buildRequest(message, options);
      assertAccepted(await post(`${base}/${path}`, fields, options));
    },
    canReach: (mobile) => MOBILE.test(mobile),
    close() {},
  };
}

/** Returns method and form fields of a message. Throws Undeliverable for a number that isn't Iranian. */
export function buildRequest(
  { to, text, code }: TextMessage,
  { template, sender }: Pick<KavenegarOptions, 'template' | 'sender'>,
): { path: string; fields: Record<string, string> } {
  const receptor = to.replace(MOBILE, '0$1');
  if (receptor === to) throw new Undeliverable('kavenegar: not an Iranian mobile');
  if (code !== null) return { path: 'verify/lookup.json', fields: { receptor, token: code, template } };
  return { path: 'sms/send.json', fields: { receptor, message: text, ...(sender && { sender }) } };
}

/**
 * Errors of this message itself: incomplete or empty parameters, the receptor, the text's length, its characters,
 * the code's format. All others (credit 418, key 403, template 424, server 409, …) can be fixed, and the message is
 * then sent.
 */
const PERMANENT_ERRORS = new Set([400, 406, 411, 413, 422, 431]);
/** States of a message: queued, scheduled, handed to the operator (two of them), delivered. */
const ACCEPTED_STATES = new Set([1, 2, 4, 5, 10]);
/** The receptor has blocked the line. */
const BLOCKED = 14;

/** Throws unless the message was clearly accepted; Undeliverable if it never will be. */
export function assertAccepted(reply: unknown): void {
  const { return: outcome, entries } = asObject(reply);
  const { status } = asObject(outcome);
  if (typeof status !== 'number') throw new Error('kavenegar: malformed reply');
  if (PERMANENT_ERRORS.has(status)) throw new Undeliverable(`kavenegar refused: status ${status}`);
  if (status !== STATUS_OK) throw new Error(`kavenegar refused: status ${status}`);
  const { status: state } = asObject(Array.isArray(entries) ? entries[0] : entries);
  if (typeof state !== 'number') throw new Error('kavenegar: malformed reply');
  if (state === BLOCKED) throw new Undeliverable('kavenegar: the receptor blocks the line');
  if (!ACCEPTED_STATES.has(state)) throw new Error(`kavenegar did not send: state ${state}`);
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Refusals have the same number as HTTP status and the same JSON, so the JSON alone decides. */
async function post(
  url: string,
  fields: Record<string, string>,
  { fetch, timeoutMs = TIMEOUT }: Pick<KavenegarOptions, 'fetch' | 'timeoutMs'>,
): Promise<unknown> {
  let status: number | null = null;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    return await response.json();
  } catch (error) {
    if (error instanceof ProxyFailure) throw error;
    // A new error without the cause, which may contain the key as part of the URL.
    if (error instanceof Error && error.name === 'TimeoutError') throw new Error('kavenegar: timed out');
    throw new Error(status === null ? 'kavenegar: not reached' : `kavenegar: status ${status} without JSON`);
  }
}
