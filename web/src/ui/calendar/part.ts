import { lazyPart } from '../../lib/loading/lazy-part.ts';

/** The calendars of both languages; nobody needs them before the popup opens. */
export const calendars = lazyPart(() => import('./calendar-view.tsx'));
