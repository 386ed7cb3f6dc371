import { AppError } from '@sarraf/domain';
import type { Bus } from '../bus/bus.ts';
import { NoResponderError, type ProcessRpc, ResponseTooLargeError } from '../bus/line.ts';
import type { Log } from '../log.ts';
import type { JsonText, Redirection } from './answers.ts';
import { CALL_PROTOCOL, type Call, type ForwardedCallHandler, parseForwardedResponse } from './calls.ts';
import { WriterChangedError, watchWriter } from './writer-watch.ts';

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
  forward(call: Call): Promise<JsonText | Redirection>;
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
const RESPONSE_TIMEOUT_MS = 25_000;
const STOP_TIMEOUT_MS = 10_000;

/** Reply of a process that is not, or no longer, the writer: it has not executed the call. */
const NOT_WRITER = '';

export function createForwarding({
  bus,
  line,
  log,
  leaseMs,
  answerMs = RESPONSE_TIMEOUT_MS,
  epoch,
}: ForwardingOptions): WriterForwarder {
  const writerWatch = watchWriter(bus, 2 * leaseMs);
  let calls: Pick<ForwardedCallHandler, 'answer'> | null = null;
  let incomingCount = 0;
  let outgoingCount = 0;
  let lastEpoch: bigint | null = null;
  let announceTimer: NodeJS.Timeout | undefined;

  function announce(): void {
    const ownEpoch = epoch();
    if (ownEpoch !== null) lastEpoch = ownEpoch;
    if (lastEpoch === null) return;
    const serving = ownEpoch !== null && calls !== null;
    bus.publish('writer', { process: line.self, epoch: lastEpoch, serving, protocol: CALL_PROTOCOL });
    if (!serving) lastEpoch = null;
  }

  async function executeCall(call: string): Promise<string> {
    if (calls === null || epoch() === null || incomingCount >= MAX_RUNNING) return NOT_WRITER;
    incomingCount += 1;
    try {
      return await calls.answer(call);
    } finally {
      incomingCount -= 1;
    }
  }

  const sendCall = (writer: string, call: string): Promise<string> =>
    writer === line.self
      ? executeCall(call)
      : writerWatch.rejectOnChange(writer, line.ask(writer, call, answerMs));

  /** Tries one writer after another until one may have executed the call. */
  async function forwardUntilExecuted(call: Call, deadline: number): Promise<string> {
    const text = JSON.stringify({ ...call, protocol: CALL_PROTOCOL } satisfies Call);
    for (;;) {
      const remainingMs = deadline - performance.now();
      const writer = remainingMs > 0 ? await writerWatch.waitForWriter(remainingMs) : null;
      if (writer === null) throw new AppError('SERVICE_UNAVAILABLE');
      const response = await sendCall(writer, text).catch((err: unknown) => {
        if (err instanceof NoResponderError) return NOT_WRITER;
        if (err instanceof ResponseTooLargeError) {
          log.error({ area: 'bus', id: call.id, endpoint: call.endpoint }, 'reply too large');
          throw new AppError('ANSWER_TOO_LARGE');
        }
        if (!(err instanceof WriterChangedError)) log.warn({ area: 'bus', err }, 'no reply from the writer');
        throw new AppError('SERVICE_UNAVAILABLE');
      });
      if (response !== NOT_WRITER) return response;
      writerWatch.forgetWriter(writer);
    }
  }

  line.answer(executeCall);
  return {
    isHere: () => epoch() !== null,
    isReachable: () => line.connected() && writerWatch.current() !== null,
    async forward(call) {
      if (outgoingCount >= MAX_RUNNING) throw new AppError('SERVICE_UNAVAILABLE');
      outgoingCount += 1;
      try {
        // A change of the writer takes about the duration of a lease.
        return parseForwardedResponse(await forwardUntilExecuted(call, performance.now() + 2 * leaseMs));
      } finally {
        outgoingCount -= 1;
      }
    },
    serve(handler) {
      calls = handler;
      announceTimer = setInterval(announce, leaseMs / 3).unref();
      announce();
    },
    announce,
    async stop() {
      clearInterval(announceTimer);
      calls = null;
      announce();
      const deadline = performance.now() + STOP_TIMEOUT_MS;
      while (incomingCount > 0 && performance.now() < deadline)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}
