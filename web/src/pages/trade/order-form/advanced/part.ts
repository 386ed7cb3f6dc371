import { lazyPart } from '../../../../framework/loading/lazy-part.ts';

/** Loaded for people who open it: most orders are placed without. */
export const advancedPart = lazyPart(() => import('./advanced-panel.tsx'));
