import { getInitialMessages, loadTexts } from '../../../i18n/messages.ts';
import { withDeadline } from '../../../lib/loading/lazy-page.ts';
import { toast } from '../../../lib/notices.ts';
import type { ShowPalette } from '../../../search/show-palette.ts';

let asked = 0;

/** Shows the staff's palette once its code and texts are loaded; those of the back office already are. */
export const showStaffPalette: ShowPalette = (show) => {
  asked += 1;
  withDeadline(Promise.all([import('./staff-palette.tsx'), loadTexts('search', 'error', 'history')])).then(
    ([{ StaffPalette }]) => show(<StaffPalette asked={asked} />),
    () => toast(getInitialMessages().state.loadFailed, 'problem'),
  );
};
