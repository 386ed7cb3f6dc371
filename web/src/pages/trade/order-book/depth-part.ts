import { loadTexts } from '../../../framework/i18n/messages.ts';
import { lazyPart } from '../../../framework/loading/lazy-part.ts';

/** Loaded for people who switch to the depth chart. */
export const depthPart = lazyPart(
  () => import('./depth-chart.tsx'),
  () => loadTexts('charting'),
);
