import { firstTexts } from '../i18n/messages.ts';
import { lazyPart } from '../lib/loading/lazy-part.ts';
import { toast } from '../lib/notices.ts';

/** The coin picker, the confirmation and the receipt: nothing of them is needed for the first paint. */
export const dialogs = lazyPart(() => import('./overlays/index.ts'));

/** For when the person waits for it: a failure is said, and the next press tries again. */
export const openDialogs = (onFailure: () => void): void => {
  dialogs.want().catch(() => {
    toast(firstTexts().error.OFFLINE, 'problem');
    onFailure();
  });
};
