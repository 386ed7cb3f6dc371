import { loadTexts } from '../../../i18n/messages.ts';
import { lazyPart } from '../../../lib/loading/lazy-part.ts';

/** For who draws lines at prices. */
export const lineMenuPart = lazyPart(
  () => import('./line-menu.tsx'),
  () => loadTexts('charting'),
);
