import { getInitialMessages, loadTexts } from '../i18n/messages.ts';
import { withDeadline } from '../lib/loading/lazy-page.ts';
import { toast } from '../lib/notices.ts';
import type { ShowPalette } from './show-palette.ts';

let asked = 0;

/** Shows the palette once its code and texts are loaded. */
export const showCustomerPalette: ShowPalette = (show) => {
  asked += 1;
  withDeadline(
    Promise.all([
      import('./customer-palette.tsx'),
      // The last three contain names of pages.
      loadTexts('search', 'error', 'history', 'markets', 'wallet', 'alerts', 'notices', 'recurring'),
    ]),
  ).then(
    ([{ CustomerPalette }]) => show(<CustomerPalette asked={asked} />),
    () => toast(getInitialMessages().state.loadFailed, 'problem'),
  );
};
