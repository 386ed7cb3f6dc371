import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import css from '../trade-screen.module.css';

/** Order book and trades in tabs, where there is no room for both side by side. */
export function BookAndTrades({ book, trades }: { book: ReactNode; trades: ReactNode }) {
  const t = useTranslations('exchange.views');
  const [visibleTab, setVisibleTab] = useState<'book' | 'trades'>('book');
  return (
    <div className={css.tabbed}>
      <Tabs
        label={t('label')}
        value={visibleTab}
        onChange={setVisibleTab}
        tabs={[
          { key: 'book', label: t('book') },
          { key: 'trades', label: t('trades') },
        ]}
      >
        {visibleTab === 'book' ? book : trades}
      </Tabs>
    </div>
  );
}
