import { type ComponentType, createElement, lazy } from 'react';
import { type DictionaryPart, loadTexts } from '../i18n/messages.ts';
import { trackPending } from './pending.ts';

/** Maximum load time of a lazy chunk (requirements §9); then `PageBoundary` offers a retry. */
const CHUNK_TIMEOUT_MS = 120_000;

type PageLoader = () => Promise<{ Page: ComponentType }>;

/** Declares a page in its own chunk, rendered once its texts are loaded too: `texts`, and those of errors. */
export const lazyPage = (load: PageLoader, ...texts: readonly DictionaryPart[]) =>
  createLazyPage(load, () => loadTexts('error', ...texts));

/** Declares the home page, which uses only the first part of the dictionary, loaded at startup. */
export const lazyHome = (load: PageLoader) => createLazyPage(load, () => Promise.resolve());

/** A page that can be preloaded: then it renders immediately, without a gap. */
export type LazyPage = ComponentType & { preload: () => Promise<void> };

function createLazyPage(load: PageLoader, texts: () => Promise<void>): LazyPage {
  let LoadedPage: ComponentType | null = null;
  const fetchPage = async () => {
    const [{ Page }] = await withTimeout(Promise.all([load(), texts()]));
    LoadedPage = Page;
    return { default: Page };
  };
  const SuspendingPage = lazy(() => trackPending(fetchPage()));
  const PageOrLoader = () => createElement(LoadedPage ?? SuspendingPage);
  return Object.assign(PageOrLoader, { preload: () => fetchPage().then(() => undefined) });
}

export function withTimeout<T>(work: Promise<T>, ms = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
