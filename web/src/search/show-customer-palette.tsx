import { getInitialMessages, loadTexts } from '../framework/i18n/messages.ts';
import { withTimeout } from '../framework/loading/lazy-page.ts';
import { toast } from '../lib/notices.ts';
import type { ShowPalette } from './show-palette.ts';

let openCount = 0;

/** Shows the palette once its code and texts are loaded. */
export const showCustomerPalette: ShowPalette = (show) => {
  openCount += 1;
  withTimeout(
    Promise.all([
      import('./customer-palette.tsx'),
      // The last three contain names of pages.
      loadTexts('search', 'error', 'history', 'markets', 'wallet', 'alerts', 'notices', 'recurring'),
    ]),
  ).then(
    ([{ CustomerPalette }]) => show(<CustomerPalette openCount={openCount} />),
    () => toast(getInitialMessages().state.loadFailed, 'problem'),
  );
};
