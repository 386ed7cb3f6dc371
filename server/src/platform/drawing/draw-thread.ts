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

/** Maximum queue length; further requests are refused, and their pages are sent empty. */
const MAX_WAITING = 64;
/** Timeout of a rendering; longer than any takes, including the start of the thread. */
const MAX_MS = 5_000;
const MEMORY_MB = 160;

interface Waiting {
  question: RenderRequest;
  settle: (answer: DrawAnswer) => void;
  fail: (error: Error) => void;
}

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/**
 * The thread that renders pages: started by the first request, one request at a time. If it crashes or hangs it is
 * terminated, its request fails, and the next request starts another.
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
    if (!('page' in answer)) throw new Error('unexpected reply of the rendering thread');
    return answer.page;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.splice(0)) waiting.fail(new Error('closed'));
    await this.#end(new Error('closed'));
  }

  #ask(question: Unnumbered<RenderRequest>): Promise<DrawAnswer> {
    return new Promise((settle, fail) => {
      if (this.#closed || this.#queue.length >= MAX_WAITING)
        return fail(new Error('too many pages to render'));
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
    this.#timer = setTimeout(() => void this.#end(new Error('rendering timed out')), MAX_MS);
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
    worker.on('exit', () => lost(new Error('the rendering thread exited')));
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
    if (!this.#closed) this.#log.warn({ area: 'pages', err: error }, 'restarting the rendering thread');
    current?.fail(error);
    await worker?.terminate();
    this.#next();
  }
}
