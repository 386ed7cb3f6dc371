// Renders public pages in a separate thread, since React would block the ledger writer.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import {
  type ComposedPage,
  type PageInput,
  type PageLanguage,
  PageMaker,
  type RenderedScreen,
} from './page.ts';

/** Folder of the build, and public URL of the site. */
export interface RenderSettings {
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
export interface PageSource extends Pick<PageInput, 'pattern' | 'languages' | 'logo'> {
  replies: Readonly<Record<string, string>>;
  unsent?: readonly string[] | undefined;
}

/** A request to the thread; the reply has the same number. */
export type RenderRequest = { id: number } & (
  | { ask: 'needs'; key: PageKey }
  | ({ ask: 'page'; key: PageKey } & PageSource)
);
export type RenderResponse =
  | { id: number; needs: PageNeeds | null }
  | { id: number; page: ComposedPage }
  | { id: number; failed: string };

/** The web's rendering code, built for Node. */
interface RenderBundle {
  screenNeedsOf(path: string, search: string, language: PageLanguage): PageNeeds | null;
  renderPage(
    request: PageKey & { replies: object; allReplies: object; publicUrl: string },
  ): Promise<RenderedScreen>;
}

const { root, bundle, publicUrl }: RenderSettings = workerData;
const renderBundle: RenderBundle = await import(pathToFileURL(bundle).href);
const pageMaker = new PageMaker(root, publicUrl);

parentPort?.on('message', async (question: RenderRequest) => {
  const response = await handleRequest(question).catch((error: Error) => ({
    id: question.id,
    failed: error.stack ?? error.message,
  }));
  parentPort?.postMessage(response);
});

async function handleRequest(request: RenderRequest): Promise<RenderResponse> {
  const { id, key } = request;
  if (request.ask === 'needs')
    return { id, needs: renderBundle.screenNeedsOf(key.path, key.search, key.language) };
  const { pattern, languages, logo } = request;
  const parsedReplies: Record<string, unknown> = Object.fromEntries(
    Object.entries(request.replies).map(([address, text]) => [address, JSON.parse(text)]),
  );
  const replies = Object.fromEntries(
    Object.entries(parsedReplies).filter(([address]) => !request.unsent?.includes(address)),
  );
  const screen = await renderBundle.renderPage({ ...key, replies, allReplies: parsedReplies, publicUrl });
  return { id, page: pageMaker.composePage({ ...key, pattern, languages, logo, screen, replies }) };
}
