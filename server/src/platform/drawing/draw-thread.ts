import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type {
  PageKey,
  PageNeeds,
  PageSource,
  RenderRequest,
  RenderResponse,
  RenderSettings,
} from './draw-worker.ts';
import type { ComposedPage } from './page.ts';

/** Maximum queue length; further requests are refused, and their pages are sent empty. */
const MAX_QUEUED = 64;
/** Timeout of a rendering; longer than any takes, including the start of the thread. */
const RENDER_TIMEOUT_MS = 5_000;
const MEMORY_MB = 160;

interface QueuedRequest {
  question: RenderRequest;
  settle: (answer: RenderResponse) => void;
  fail: (error: Error) => void;
}

type WithoutId<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/**
 * The thread that renders pages: started by the first request, one request at a time. If it crashes or hangs it is
 * terminated, its request fails, and the next request starts another.
 */
export class RenderThread {
  readonly #settings: RenderSettings;
  readonly #log: Log;
  readonly #queue: QueuedRequest[] = [];
  #worker: Worker | null = null;
  #current: QueuedRequest | null = null;
  #timer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(settings: RenderSettings, log: Log) {
    this.#settings = settings;
    this.#log = log;
  }

  async readNeeds(key: PageKey): Promise<PageNeeds | null> {
    const response = await this.#sendRequest({ ask: 'needs', key });
    return 'needs' in response ? response.needs : null;
  }

  async renderPage(key: PageKey, source: PageSource): Promise<ComposedPage> {
    const response = await this.#sendRequest({ ask: 'page', key, ...source });
    if (!('page' in response)) throw new Error('unexpected reply of the rendering thread');
    return response.page;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queued of this.#queue.splice(0)) queued.fail(new Error('closed'));
    await this.#terminateWorker(new Error('closed'));
  }

  #sendRequest(request: WithoutId<RenderRequest>): Promise<RenderResponse> {
    return new Promise((settle, fail) => {
      if (this.#isClosed || this.#queue.length >= MAX_QUEUED)
        return fail(new Error('too many pages to render'));
      this.#lastId += 1;
      this.#queue.push({ question: { ...request, id: this.#lastId } as RenderRequest, settle, fail });
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#current) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    this.#timer = setTimeout(
      () => void this.#terminateWorker(new Error('rendering timed out')),
      RENDER_TIMEOUT_MS,
    );
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(next.question);
  }

  #startWorker(): Worker {
    const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), {
      workerData: this.#settings,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
      env: { NODE_ENV: 'production', TZ: process.env.TZ },
    });
    worker.unref();
    worker.on('message', (response: RenderResponse) => {
      if (worker !== this.#worker || response.id !== this.#current?.question.id) return;
      const { settle, fail } = this.#current;
      this.#clearCurrent();
      if ('failed' in response) fail(new Error(response.failed));
      else settle(response);
      this.#startNext();
    });
    const handleExit = (error: Error) => {
      if (worker === this.#worker) void this.#terminateWorker(error);
    };
    worker.on('error', handleExit);
    worker.on('exit', () => handleExit(new Error('the rendering thread exited')));
    return worker;
  }

  #clearCurrent(): void {
    clearTimeout(this.#timer);
    this.#current = null;
  }

  async #terminateWorker(error: Error): Promise<void> {
    const [worker, current] = [this.#worker, this.#current];
    this.#worker = null;
    this.#clearCurrent();
    if (!this.#isClosed) this.#log.warn({ area: 'pages', err: error }, 'restarting the rendering thread');
    current?.fail(error);
    await worker?.terminate();
    this.#startNext();
  }
}
