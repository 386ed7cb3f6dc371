import { lazyPart } from '../../framework/loading/lazy-part.ts';

/** The calendars of both languages, loaded when the popup opens. */
export const calendars = lazyPart(() => import('./calendar-view.tsx'));
