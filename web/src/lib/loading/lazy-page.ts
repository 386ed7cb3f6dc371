import { type ComponentType, createElement, lazy } from 'react';
import { type LaterPart, loadTexts } from '../../i18n/messages.ts';
import { trackPending } from './pending.ts';

/** Maximum load time of a lazy chunk (requirements §9); then `PageBoundary` offers a retry. */
const CHUNK_TIMEOUT_MS = 120_000;

type Load = () => Promise<{ Page: ComponentType }>;

/** Declares a page in its own chunk, rendered once its texts are loaded too: `texts`, and those of errors. */
export const lazyPage = (load: Load, ...texts: readonly LaterPart[]) =>
  withTexts(load, () => loadTexts('error', ...texts));

/** Declares the home page, which uses only the first part of the dictionary, loaded at startup. */
export const lazyHome = (load: Load) => withTexts(load, () => Promise.resolve());

/** A page that can be preloaded: then it renders immediately, without a gap. */
export type LazyPage = ComponentType & { preload: () => Promise<void> };

function withTexts(load: Load, texts: () => Promise<void>): LazyPage {
  let Ready: ComponentType | null = null;
  const fetchPage = async () => {
    const [{ Page }] = await withDeadline(Promise.all([load(), texts()]));
    Ready = Page;
    return { default: Page };
  };
  const Later = lazy(() => trackPending(fetchPage()));
  const Shown = () => createElement(Ready ?? Later);
  return Object.assign(Shown, { preload: () => fetchPage().then(() => undefined) });
}

export function withDeadline<T>(work: Promise<T>, ms = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('too late')), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
