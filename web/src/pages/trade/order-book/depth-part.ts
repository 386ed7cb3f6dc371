import { loadTexts } from '../../../i18n/messages.ts';
import { lazyPart } from '../../../lib/loading/lazy-part.ts';

/** For who turns the chart over to the book's depth. */
export const depthPart = lazyPart(
  () => import('./depth-chart.tsx'),
  () => loadTexts('charting'),
);
