import { pino } from 'pino';
import { type Log, timestamp } from './log.ts';

export interface AnsweredRequest {
  /** By which an answer that failed names it, too. */
  id: string;
  /** Who asked, by a pseudonym; null: nobody signed in, or one whom we don't know. */
  who: string | null;
  /** The contract's method and path: never what was typed. */
  contract: string;
  status: number;
  ms: number;
}

/** By which the sandbox's market makers call themselves: their thirty requests a second would drown all other lines. */
export const MAKERS_AGENT = 'sarraf-market-makers';

const FLUSH_MS = 200;
const FLUSH_CHARS = 32_768;

/**
 * A line for each request that was answered. They go out some hundred at a time, for a write of each would take longer
 * than many an answer: a process that is killed loses those of its last moment, as it does what it hasn't answered.
 */
export class RequestLog {
  readonly #lines: pino.Logger | null;
  readonly #target: { write(text: string): unknown };
  #text = '';
  #timer: NodeJS.Timeout | null = null;

  /** Goes where the log goes. */
  constructor(log: Log) {
    this.#target = (log as unknown as Record<symbol, { write(text: string): unknown }>)[
      pino.symbols.streamSym
    ] as { write(text: string): unknown };
    // It has nothing to blot out, and to look for it costs more than the line.
    const options = { base: null, timestamp, level: 'info' };
    this.#lines = log.isLevelEnabled('info')
      ? pino(options, { write: (line: string) => this.#add(line) })
      : null;
    if (this.#lines) process.once('exit', this.flush);
  }

  /** False where the level leaves these lines out. */
  get isOn(): boolean {
    return this.#lines !== null;
  }

  write(request: AnsweredRequest): void {
    this.#lines?.info(request, 'request');
  }

  /** Writes what waits. */
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

  #add(line: string): void {
    this.#text += line;
    if (this.#text.length >= FLUSH_CHARS) this.flush();
    else this.#timer ??= setTimeout(this.flush, FLUSH_MS).unref();
  }
}
