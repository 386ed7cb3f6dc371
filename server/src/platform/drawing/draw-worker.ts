// Renders public pages in a separate thread, since React would block the ledger writer.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { type ComposedPage, type DrawnScreen, type PageLanguage, PageMaker, type WholePage } from './page.ts';

/** Folder of the build, and public URL of the site. */
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

/** API calls that a page needs; if the one for its subject fails, the page does not exist. */
export interface PageNeeds {
  addresses: readonly string[];
  /** API calls for the page's head only; not sent to the browser. */
  unsent?: readonly string[];
  subject?: string;
  freshMs: number;
}

/** `replies`: unchanged API responses by address. */
export interface PageSource extends Pick<WholePage, 'pattern' | 'languages' | 'logo'> {
  replies: Readonly<Record<string, string>>;
  unsent?: readonly string[] | undefined;
}

/** A request to the thread; the reply has the same number. */
export type RenderRequest = { id: number } & (
  | { ask: 'needs'; key: PageKey }
  | ({ ask: 'page'; key: PageKey } & PageSource)
);
export type DrawAnswer =
  | { id: number; needs: PageNeeds | null }
  | { id: number; page: ComposedPage }
  | { id: number; failed: string };

/** The web's rendering code, built for Node. */
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
