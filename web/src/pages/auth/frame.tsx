import { IconCreditCard, IconKey, IconNotebook } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cx } from '../../ui/class-names.ts';
import { Mark } from '../../ui/images/logo.tsx';
import { Stack, Text } from '../../ui/layout/layout.tsx';
import css from './frame.module.css';

const POINTS = [
  { key: 'twoStep', icon: IconKey },
  { key: 'books', icon: IconNotebook },
  { key: 'ownCard', icon: IconCreditCard },
] as const;

/** The form and, on a wide screen, a short text about security. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className={cx('wrap', css.page)}>
      <div className={css.card}>
        <div className={css.form}>{children}</div>
        <SecuritySidebar />
      </div>
    </main>
  );
}

function SecuritySidebar() {
  const t = useTranslations('auth.side');
  return (
    <aside className={css.side} aria-label={t('label')}>
      <Mark size={480} className={css.rings} />
      <p className={css.headline}>{t('title')}</p>
      <Stack as="ul" gap={5} className={css.points}>
        {POINTS.map(({ key, icon: Icon }) => (
          <li key={key}>
            <span className={css.icon}>
              <Icon size={20} stroke={1.75} aria-hidden />
            </span>
            <span>
              <strong>{t(`${key}.title`)}</strong>
              <Text as="span" tone="soft">
                {t(`${key}.text`)}
              </Text>
            </span>
          </li>
        ))}
      </Stack>
      <p className={css.never}>{t('never')}</p>
    </aside>
  );
}
