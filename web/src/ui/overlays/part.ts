import { getInitialMessages } from '../../i18n/messages.ts';
import { type LazyPart, lazyPart } from '../../lib/loading/lazy-part.ts';
import { toast } from '../../lib/notices.ts';

export const overlays = lazyPart(() => import('./index.ts'));

/** For when the person waits for it: a failure is said, and the next press tries again. */
export const loadOrToast = (part: LazyPart<unknown>, onFailure: () => void): void => {
  part.want().catch(() => {
    toast(getInitialMessages().error.OFFLINE, 'problem');
    onFailure();
  });
};
