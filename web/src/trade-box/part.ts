import { loadTexts } from '../i18n/messages.ts';
import { lazyPart } from '../lib/loading/lazy-part.ts';
import { loadOrToast } from '../ui/overlays/part.ts';

/** The coin picker, the confirmation and the receipt: nothing of them is needed for the first paint. */
export const dialogs = lazyPart(
  () => import('./overlays/index.ts'),
  () => loadTexts('verify'),
);

/** For when the person waits for it: a failure is said, and the next press tries again. */
export const openDialogs = (onFailure: () => void): void => loadOrToast(dialogs, onFailure);
