import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../framework/navigation/router.tsx';
import { LanguageSwitch } from '../../ui/buttons/switches.tsx';
import { Mark } from '../../ui/images/logo.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Cluster } from '../../ui/layout/layout.tsx';
import css from './company-deposit.module.css';

/** A layout with the store only: the payer is no customer of the exchange, which is named in one line at the bottom. */
export function PayerLayout({ children }: { children: ReactNode }) {
  const t = useTranslations();
  return (
    <div className={css.frame}>
      <main className={css.page}>
        <Card raised className={css.card ?? ''}>
          {children}
        </Card>
      </main>
      <Cluster as="footer" gap={3} rowGap={1} justify="center" wrap size="s" tone="soft" className={css.foot}>
        <Cluster as="span" gap={2}>
          {t('company.payer.by')}
          <Mark size={18} />
          <b>{t('app.name')}</b>
        </Cluster>
        <Link to="/terms" target="_blank">
          {t('nav.terms')}
        </Link>
        <LanguageSwitch />
      </Cluster>
    </div>
  );
}
