import { loadTexts } from '../../../framework/i18n/messages.ts';
import { lazyPart } from '../../../framework/loading/lazy-part.ts';

/** Loaded for people who draw lines. */
export const lineMenuPart = lazyPart(
  () => import('./line-menu.tsx'),
  () => loadTexts('charting'),
);
