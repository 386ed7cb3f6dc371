import { loadTexts } from '../framework/i18n/messages.ts';
import { lazyPart } from '../framework/loading/lazy-part.ts';
import { loadOrToast } from '../ui/overlays/part.ts';

/** The coin picker, the confirmation and the receipt: not needed for the first paint. */
export const dialogs = lazyPart(
  () => import('./overlays/index.ts'),
  () => loadTexts('verify'),
);

/** Loads the dialogs when the person is waiting: a failure is shown as a toast, and the next press retries. */
export const openDialogs = (onFailure: () => void): void => loadOrToast(dialogs, onFailure);
