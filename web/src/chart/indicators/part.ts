import { loadTexts } from '../../framework/i18n/messages.ts';
import { lazyPart } from '../../framework/loading/lazy-part.ts';

/** Loaded for people who chose indicators: most charts are candles alone. */
export const indicatorPart = lazyPart(
  () => import('./indicator-layer.tsx'),
  () => loadTexts('charting'),
);

/** The menu of the indicators. */
export const indicatorMenuPart = lazyPart(
  () => import('./indicator-menu.tsx'),
  () => loadTexts('charting'),
);
