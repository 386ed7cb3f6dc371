import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import css from '../trade-screen.module.css';

/** Book and trades in one place, where both side by side have no room. */
export function BookAndTrades({ book, trades }: { book: ReactNode; trades: ReactNode }) {
  const t = useTranslations('exchange.views');
  const [shown, setShown] = useState<'book' | 'trades'>('book');
  return (
    <div className={css.tabbed}>
      <Tabs
        label={t('label')}
        value={shown}
        onChange={setShown}
        tabs={[
          { key: 'book', label: t('book') },
          { key: 'trades', label: t('trades') },
        ]}
      >
        {shown === 'book' ? book : trades}
      </Tabs>
    </div>
  );
}
