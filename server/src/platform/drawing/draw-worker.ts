// Draws public pages, in a thread of its own: React at work would hold up the writer of the books.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type ComposedPage, type DrawnScreen, type PageLanguage, PageMaker, type WholePage } from './page.ts';

/** Where the build is, and under which address the site stands. */
export interface DrawSettings {
  root: string;
  bundle: string;
  publicUrl: string;
}

export interface PageKey {
  path: string;
  search: string;
  language: PageLanguage;
}

/** What a page reads of the API; the subject is that without which there is no such page. */
export interface PageNeeds {
  addresses: readonly string[];
  /** Of the API too, for the head alone; not sent along. */
  unsent?: readonly string[];
  subject?: string;
  freshMs: number;
}

/** `replies`: what the API said, as it said it, by address. */
export interface PageSource extends Pick<WholePage, 'pattern' | 'languages' | 'logo'> {
  replies: Readonly<Record<string, string>>;
  unsent?: readonly string[] | undefined;
}

/** A question to the thread, answered under the same number. */
export type RenderRequest = { id: number } & (
  | { ask: 'needs'; key: PageKey }
  | ({ ask: 'page'; key: PageKey } & PageSource)
);
export type DrawAnswer =
  | { id: number; needs: PageNeeds | null }
  | { id: number; page: ComposedPage }
  | { id: number; failed: string };

/** The web's own drawing code, built for Node. */
interface RenderBundle {
  screenNeedsOf(path: string, search: string, language: PageLanguage): PageNeeds | null;
  renderPage(wanted: PageKey & { given: object; known: object; publicUrl: string }): Promise<DrawnScreen>;
}

const { root, bundle, publicUrl }: DrawSettings = workerData;
const art: RenderBundle = await import(pathToFileURL(bundle).href);
const maker = new PageMaker(root, publicUrl);

parentPort?.on('message', async (question: RenderRequest) => {
  const answer = await answerTo(question).catch((error: Error) => ({
    id: question.id,
    failed: error.stack ?? error.message,
  }));
  parentPort?.postMessage(answer);
});

async function answerTo(question: RenderRequest): Promise<DrawAnswer> {
  const { id, key } = question;
  if (question.ask === 'needs') return { id, needs: art.screenNeedsOf(key.path, key.search, key.language) };
  const { pattern, languages, logo } = question;
  const known: Record<string, unknown> = Object.fromEntries(
    Object.entries(question.replies).map(([address, text]) => [address, JSON.parse(text)]),
  );
  const replies = Object.fromEntries(
    Object.entries(known).filter(([address]) => !question.unsent?.includes(address)),
  );
  const screen = await art.renderPage({ ...key, given: replies, known, publicUrl });
  return { id, page: maker.whole({ ...key, pattern, languages, logo, screen, replies }) };
}
