import { type ComponentType, lazy, Suspense } from 'react';
import { loadTexts } from '../../i18n/messages.ts';
import css from './bell.module.css';

/** Its code, and the words it needs, come for who is signed in alone; a page does without it where they can't be fetched. */
const Later = lazy<ComponentType>(() =>
  Promise.all([import('../../inbox/bell.tsx'), loadTexts('notices', 'error')]).then(
    ([{ Bell: Page }]) => ({ default: Page }),
    () => ({ default: () => null }),
  ),
);

/** Its place is kept while it comes. */
export function HeaderBell() {
  return (
    <span className={css.place}>
      <Suspense fallback={null}>
        <Later />
      </Suspense>
    </span>
  );
}
