import { type ComponentType, lazy, Suspense } from 'react';
import { loadTexts } from '../../framework/i18n/messages.ts';
import css from './bell.module.css';

/** Its code and texts are loaded for signed-in users only; a page works without it if that fails. */
const LazyBell = lazy<ComponentType>(() =>
  Promise.all([import('../../inbox/bell.tsx'), loadTexts('notices', 'error')]).then(
    ([{ Bell: Page }]) => ({ default: Page }),
    () => ({ default: () => null }),
  ),
);

/** Its space is reserved while it loads. */
export function HeaderBell() {
  return (
    <span className={css.place}>
      <Suspense fallback={null}>
        <LazyBell />
      </Suspense>
    </span>
  );
}
