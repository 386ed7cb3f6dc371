import { pino } from 'pino';
import { type Log, timestamp } from './log.ts';

export interface RequestLogEntry {
  /** Also named in the response of a failed request. */
  id: string;
  /** Pseudonym of the caller; null: not signed in, or not known to us. */
  who: string | null;
  /** Method and path of the contract, never the actual path. */
  contract: string;
  status: number;
  ms: number;
}

/** User agent of the sandbox's market makers: their thirty requests a second would drown all other lines. */
export const MARKET_MAKER_USER_AGENT = 'sarraf-market-makers';

const FLUSH_MS = 200;
const FLUSH_CHARS = 32_768;

/**
 * Logs each request that was answered. About a hundred lines are written together, because a write for each would
 * take longer than many responses: a killed process loses the last ones.
 */
export class RequestLog {
  readonly #lines: pino.Logger | null;
  readonly #target: { write(text: string): unknown };
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  /** Writes to the same destination as the log. */
  constructor(log: Log) {
    this.#target = (log as unknown as Record<symbol, { write(text: string): unknown }>)[
      pino.symbols.streamSym
    ] as { write(text: string): unknown };
    // These lines need no redaction, which would cost more than the line.
    const options = { base: null, timestamp, level: 'info' };
    this.#lines = log.isLevelEnabled('info')
      ? pino(options, { write: (line: string) => this.#addLine(line) })
      : null;
    if (this.#lines) process.once('exit', this.flush);
  }

  /** False if the log level excludes these lines. */
  get isOn(): boolean {
    return this.#lines !== null;
  }

  write(request: RequestLogEntry): void {
    this.#lines?.info(request, 'request');
  }

  /** Writes the buffered lines. */
  readonly flush = (): void => {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    this.#target.write(text);
  };

  close(): void {
    process.off('exit', this.flush);
    this.flush();
  }

  #addLine(line: string): void {
    this.#text += line;
    if (this.#text.length >= FLUSH_CHARS) this.flush();
    else this.#timer ??= setTimeout(this.flush, FLUSH_MS).unref();
  }
}
