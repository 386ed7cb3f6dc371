import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { LevelFees } from './level-fees.tsx';
import { NetworkFees } from './network-fees.tsx';
import { TomanNote } from './toman-note.tsx';
import css from './wages.module.css';

/** Trading fees of each level, withdrawal fees of each network, and the fees of Toman. */
export function Page() {
  const t = useTranslations('help.wages');
  useTitle(t('title'));
  return (
    <main className={`wrap ${css.page}`}>
      <SectionHead of="page" title={t('title')} lead={t('lead')} />
      <LevelFees />
      <NetworkFees />
      <TomanNote />
    </main>
  );
}
