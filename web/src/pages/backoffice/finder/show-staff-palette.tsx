import { getInitialMessages, loadTexts } from '../../../framework/i18n/messages.ts';
import { withTimeout } from '../../../framework/loading/lazy-page.ts';
import { toast } from '../../../lib/notices.ts';
import type { ShowPalette } from '../../../search/show-palette.ts';

let openCount = 0;

/** Shows the staff's palette once its code and texts are loaded; those of the back office already are. */
export const showStaffPalette: ShowPalette = (show) => {
  openCount += 1;
  withTimeout(Promise.all([import('./staff-palette.tsx'), loadTexts('search', 'error', 'history')])).then(
    ([{ StaffPalette }]) => show(<StaffPalette openCount={openCount} />),
    () => toast(getInitialMessages().state.loadFailed, 'problem'),
  );
};
