/**
 * Sends messages to a chat by the Telegram Bot API (core.telegram.org/bots/api#sendmessage, #making-requests,
 * #responseparameters), or a compatible service. The token is part of the path, so the URL is never part of an
 * error.
 */
import { type AlarmChannel, TryLaterError } from '../../alarms/ports.ts';
import { type Fetch, ProxyFailure } from '../../platform/outgoing/connections.ts';

export interface TelegramOptions {
  token: string;
  /** A number, or @name of a channel. */
  chat: string;
  /** https://api.telegram.org */
  baseUrl: string;
  fetch: Fetch;
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Maximum characters of the text, by their documentation. */
const MAX_CHARACTERS = 4_096;
const CONCURRENCY = 20;
/** Longer pauses are capped. */
const MAX_PAUSE_S = 3_600;

export function createTelegram({ token, chat, baseUrl, ...way }: TelegramOptions): AlarmChannel {
  const url = `${baseUrl.replace(/\/$/, '')}/bot${token}/sendMessage`;
  return {
    atOnce: CONCURRENCY,
    async send(_alarms, text) {
      const body = { chat_id: chat, text: text.slice(0, MAX_CHARACTERS) };
      assertTelegramAccepted(await post(url, body, way));
    },
  };
}

/** Throws unless the message was clearly accepted: TryLaterError if they name a time. */
export function assertTelegramAccepted(reply: unknown): void {
  const { ok, error_code: code, description, parameters } = asObject(reply);
  if (ok === true) return;
  if (ok !== false) throw new Error('telegram: malformed reply');
  const { retry_after: seconds, migrate_to_chat_id: newChatId } = asObject(parameters);
  const message = `telegram refused: ${String(code)} ${String(description ?? '').slice(0, 100)}`;
  if (typeof seconds === 'number' && seconds > 0)
    throw new TryLaterError(message, Math.min(Math.ceil(seconds), MAX_PAUSE_S));
  throw new Error(
    newChatId === undefined ? message : `${message}; the chat is now ${String(newChatId).slice(0, 30)}`,
  );
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Refusals have an HTTP error status and the same JSON, so the JSON alone decides. */
async function post(
  url: string,
  body: object,
  { fetch, timeoutMs = TIMEOUT_MS }: Pick<TelegramOptions, 'fetch' | 'timeoutMs'>,
): Promise<unknown> {
  let status: number | null = null;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    return await response.json();
  } catch (error) {
    if (error instanceof ProxyFailure) throw error;
    // A new error without the cause, which may contain the token as part of the URL.
    if (error instanceof Error && error.name === 'TimeoutError') throw new Error('telegram: timed out');
    throw new Error(status === null ? 'telegram: not reached' : `telegram: status ${status} without JSON`);
  }
}
