import { AppError } from '@sarraf/domain';
import type { Bus } from '../bus/bus.ts';
import { NoResponderError, type ProcessRpc, ResponseTooLargeError } from '../bus/line.ts';
import type { Log } from '../log.ts';
import type { JsonText, Redirection } from './answers.ts';
import { CALL_PROTOCOL, type Call, type ForwardedCallHandler, readAnswer } from './calls.ts';
import { WriterChanged, watchWriter } from './writer-watch.ts';

/** Forwards money requests to the ledger writer, whichever process they arrived at. */
export interface WriterForwarder {
  /** Whether this process is the ledger writer. */
  isHere(): boolean;
  /** Whether the ledger writer is alive and understands our calls. */
  isReachable(): boolean;
  /**
   * Lets the writer execute a call that was admitted and validated here; returns its reply and throws its refusals.
   * SERVICE_UNAVAILABLE: there is no writer, or the outcome is unknown: a repeat with the same idempotency key
   * returns it.
   * ANSWER_TOO_LARGE: the writer has executed it, and its reply is too large to be sent here.
   */
  pass(call: Call): Promise<JsonText | Redirection>;
  /** Executes calls of other processes and announces this process to them. */
  serve(calls: Pick<ForwardedCallHandler, 'answer'>): void;
  /** To be called when this process becomes the writer or ceases to be. */
  announce(): void;
  /** Accepts no further calls and finishes the running ones. */
  stop(): Promise<void>;
}

export interface ForwardingOptions {
  bus: Bus;
  line: ProcessRpc;
  log: Log;
  leaseMs: number;
  /** Timeout for a reply. */
  answerMs?: number;
  /** Epoch of the lease of this process; null: it is not the writer, or can't settle now. */
  epoch(): bigint | null;
}

/** Maximum concurrent calls per direction. */
const MAX_RUNNING = 5_000;
/** Leaves time for verifying a payment with its bank. */
const ANSWER_MS = 25_000;
const STOP_MS = 10_000;

/** Reply of a process that is not, or no longer, the writer: it has not executed the call. */
const ELSEWHERE = '';

export function createForwarding({
  bus,
  line,
  log,
  leaseMs,
  answerMs = ANSWER_MS,
  epoch,
}: ForwardingOptions): WriterForwarder {
  const watch = watchWriter(bus, 2 * leaseMs);
  let calls: Pick<ForwardedCallHandler, 'answer'> | null = null;
  let running = 0;
  let asking = 0;
  let lastEpoch: bigint | null = null;
  let beat: NodeJS.Timeout | undefined;

  function announce(): void {
    const own = epoch();
    if (own !== null) lastEpoch = own;
    if (lastEpoch === null) return;
    const serving = own !== null && calls !== null;
    bus.publish('writer', { process: line.self, epoch: lastEpoch, serving, protocol: CALL_PROTOCOL });
    if (!serving) lastEpoch = null;
  }

  async function answer(call: string): Promise<string> {
    if (calls === null || epoch() === null || running >= MAX_RUNNING) return ELSEWHERE;
    running += 1;
    try {
      return await calls.answer(call);
    } finally {
      running -= 1;
    }
  }

  const ask = (writer: string, call: string): Promise<string> =>
    writer === line.self ? answer(call) : watch.whileWriter(writer, line.ask(writer, call, answerMs));

  /** Tries one writer after another until one may have executed the call. */
  async function find(call: Call, until: number): Promise<string> {
    const text = JSON.stringify({ ...call, protocol: CALL_PROTOCOL } satisfies Call);
    for (;;) {
      const left = until - performance.now();
      const writer = left > 0 ? await watch.next(left) : null;
      if (writer === null) throw new AppError('SERVICE_UNAVAILABLE');
      const said = await ask(writer, text).catch((err: unknown) => {
        if (err instanceof NoResponderError) return ELSEWHERE;
        if (err instanceof ResponseTooLargeError) {
          log.error({ area: 'bus', id: call.id, endpoint: call.endpoint }, 'reply too large');
          throw new AppError('ANSWER_TOO_LARGE');
        }
        if (!(err instanceof WriterChanged)) log.warn({ area: 'bus', err }, 'no reply from the writer');
        throw new AppError('SERVICE_UNAVAILABLE');
      });
      if (said !== ELSEWHERE) return said;
      watch.forget(writer);
    }
  }

  line.answer(answer);
  return {
    isHere: () => epoch() !== null,
    isReachable: () => line.connected() && watch.current() !== null,
    async pass(call) {
      if (asking >= MAX_RUNNING) throw new AppError('SERVICE_UNAVAILABLE');
      asking += 1;
      try {
        // A change of the writer takes about the duration of a lease.
        return readAnswer(await find(call, performance.now() + 2 * leaseMs));
      } finally {
        asking -= 1;
      }
    },
    serve(given) {
      calls = given;
      beat = setInterval(announce, leaseMs / 3).unref();
      announce();
    },
    announce,
    async stop() {
      clearInterval(beat);
      calls = null;
      announce();
      const until = performance.now() + STOP_MS;
      while (running > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
