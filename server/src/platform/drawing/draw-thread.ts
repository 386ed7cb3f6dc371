import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type {
  DrawAnswer,
  DrawSettings,
  PageKey,
  PageNeeds,
  PageSource,
  RenderRequest,
} from './draw-worker.ts';
import type { ComposedPage } from './page.ts';

/** A question that may wait; more are refused, and their pages sent empty. */
const MOST_WAITING = 64;
/** Longer than any drawing takes, a start of the thread included. */
const LONGEST_MS = 5_000;
const MEMORY_MB = 160;

interface Waiting {
  question: RenderRequest;
  settle: (answer: DrawAnswer) => void;
  fail: (error: Error) => void;
}

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/**
 * The thread that draws pages: started by the first question, one question at a time. One that crashes or is stuck is
 * ended, its question fails, and the next question finds another.
 */
export class RenderThread {
  readonly #settings: DrawSettings;
  readonly #log: Log;
  readonly #queue: Waiting[] = [];
  #worker: Worker | null = null;
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;
  #closed = false;

  constructor(settings: DrawSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  async needs(key: PageKey): Promise<PageNeeds | null> {
    const answer = await this.#ask({ ask: 'needs', key });
    return 'needs' in answer ? answer.needs : null;
  }

  async page(key: PageKey, source: PageSource): Promise<ComposedPage> {
    const answer = await this.#ask({ ask: 'page', key, ...source });
    if (!('page' in answer)) throw new Error('the drawing thread answered something else');
    return answer.page;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.fail(new Error('closed'));
    await this.#end(new Error('closed'));
  }

  #ask(question: Unnumbered<RenderRequest>): Promise<DrawAnswer> {
    return new Promise((settle, fail) => {
      if (this.#closed || this.#queue.length >= MOST_WAITING) return fail(new Error('too much to draw'));
      this.#asked += 1;
      this.#queue.push({ question: { ...question, id: this.#asked } as RenderRequest, settle, fail });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    this.#timer = setTimeout(() => void this.#end(new Error('a drawing took too long')), LONGEST_MS);
    this.#worker ??= this.#start();
    this.#worker.postMessage(next.question);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
      workerData: this.#settings,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: { NODE_ENV: 'production', TZ: process.env.TZ },
    });
    worker.unref();
    worker.on('message', (answer: DrawAnswer) => {
      if (worker !== this.#worker || answer.id !== this.#current?.question.id) return;
      const { settle, fail } = this.#current;
      this.#finish();
      if ('failed' in answer) fail(new Error(answer.failed));
      else settle(answer);
      this.#next();
    });
    const lost = (error: Error) => {
      if (worker === this.#worker) void this.#end(error);
    };
    worker.on('error', lost);
    worker.on('exit', () => lost(new Error('the drawing thread ended')));
    return worker;
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#current = null;
  }

  async #end(error: Error): Promise<void> {
    const [worker, current] = [this.#worker, this.#current];
    this.#worker = null;
    this.#finish();
    if (!this.#closed) this.#log.warn({ area: 'pages', err: error }, 'the drawing thread starts anew');
    current?.fail(error);
    await worker?.terminate();
    this.#next();
  }
}
