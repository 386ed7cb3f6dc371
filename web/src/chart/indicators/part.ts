import { loadTexts } from '../../i18n/messages.ts';
import { lazyPart } from '../../lib/loading/lazy-part.ts';

/** For who chose some: most charts are candles alone. */
export const indicatorPart = lazyPart(
  () => import('./indicator-layer.tsx'),
  () => loadTexts('charting'),
);

/** The menu in which they are chosen. */
export const indicatorMenuPart = lazyPart(
  () => import('./indicator-menu.tsx'),
  () => loadTexts('charting'),
);
