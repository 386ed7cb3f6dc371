import { getInitialMessages } from '../../framework/i18n/messages.ts';
import { type LazyPart, lazyPart } from '../../framework/loading/lazy-part.ts';
import { toast } from '../../lib/notices.ts';

export const overlays = lazyPart(() => import('./index.ts'));

/** Loads a part that the person is waiting for: a failure is shown as a toast, and the next press retries. */
export const loadOrToast = (part: LazyPart<unknown>, onFailure: () => void): void => {
  part.preload().catch(() => {
    toast(getInitialMessages().error.OFFLINE, 'problem');
    onFailure();
  });
};
