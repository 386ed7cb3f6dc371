import { loadTexts } from '../../../i18n/messages.ts';
import { lazyPart } from '../../../lib/loading/lazy-part.ts';

/** Loaded for people who draw lines. */
export const lineMenuPart = lazyPart(
  () => import('./line-menu.tsx'),
  () => loadTexts('charting'),
);
