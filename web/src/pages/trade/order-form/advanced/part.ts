import { lazyPart } from '../../../../lib/loading/lazy-part.ts';

/** For who opens it: most orders are placed without. */
export const advancedPart = lazyPart(() => import('./advanced-panel.tsx'));
