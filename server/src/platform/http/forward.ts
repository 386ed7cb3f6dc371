import { AppError } from '@sarraf/domain';
import type { Bus } from '../bus/bus.ts';
import { NoResponderError, type ProcessRpc, ResponseTooLargeError } from '../bus/line.ts';
import type { Log } from '../log.ts';
import type { JsonText, Redirection } from './answers.ts';
import { CALL_PROTOCOL, type Call, type ForwardedCallHandler, readAnswer } from './calls.ts';
import { WriterChanged, watchWriter } from './writer-watch.ts';

/** What settles money is done by the process that settles the books, whichever the client has come to. */
export interface WriterForwarder {
  /** Whether this is that process. */
  isHere(): boolean;
  /** Whether that process is heard, and understands what would be sent. */
  isReachable(): boolean;
  /**
   * Has the writer do a call that was admitted and found valid here; answers what it answers and refuses what it refuses.
   * SERVICE_UNAVAILABLE: there is none, or nobody knows what came of it: a repeat with its key tells.
   * ANSWER_TOO_LARGE: the writer has done it, and its answer is too large to be sent here.
   */
  pass(call: Call): Promise<JsonText | Redirection>;
  /** Does the calls that others send, and says to them that it does. */
  serve(calls: Pick<ForwardedCallHandler, 'answer'>): void;
  /** To be called whenever this process becomes the writer or is it no more. */
  announce(): void;
  /** Takes nothing new from others and finishes what runs of theirs. */
  stop(): Promise<void>;
}

export interface ForwardingOptions {
  bus: Bus;
  line: ProcessRpc;
  log: Log;
  leaseMs: number;
  /** How long an answer is waited for. */
  answerMs?: number;
  /** Of the lease this process holds; null: it is not the writer, or can't settle now. */
  epoch(): bigint | null;
}

/** Of one direction at once. */
const MOST_RUNNING = 5_000;
/** A payment is verified with its bank meanwhile. */
const ANSWER_MS = 25_000;
const STOP_MS = 10_000;

/** Of a process that is not the writer, or not any more: it has not touched the call. */
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
    if (calls === null || epoch() === null || running >= MOST_RUNNING) return ELSEWHERE;
    running += 1;
    try {
      return await calls.answer(call);
    } finally {
      running -= 1;
    }
  }

  const ask = (writer: string, call: string): Promise<string> =>
    writer === line.self ? answer(call) : watch.whileWriter(writer, line.ask(writer, call, answerMs));

  /** From one to the next as long as nobody has touched it; whoever may have done so was the last. */
  async function find(call: Call, until: number): Promise<string> {
    const text = JSON.stringify({ ...call, protocol: CALL_PROTOCOL } satisfies Call);
    for (;;) {
      const left = until - performance.now();
      const writer = left > 0 ? await watch.next(left) : null;
      if (writer === null) throw new AppError('SERVICE_UNAVAILABLE');
      const said = await ask(writer, text).catch((err: unknown) => {
        if (err instanceof NoResponderError) return ELSEWHERE;
        if (err instanceof ResponseTooLargeError) {
          log.error({ area: 'bus', id: call.id, endpoint: call.endpoint }, 'the answer is too large');
          throw new AppError('ANSWER_TOO_LARGE');
        }
        if (!(err instanceof WriterChanged)) log.warn({ area: 'bus', err }, 'the writer has not answered');
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
      if (asking >= MOST_RUNNING) throw new AppError('SERVICE_UNAVAILABLE');
      asking += 1;
      try {
        // A change of lease takes about a lease.
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
