import { IconBoxAlignBottom } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../framework/navigation/use-title.ts';
import { LinkButton } from '../../ui/buttons/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import css from './dummy.module.css';

/** A reserved address without content (requirements §2.1), which says so. */
export function Page() {
  const t = useTranslations('help.dummy');
  useTitle(t('title'));
  return (
    <main className={`wrap ${css.page}`}>
      <EmptyState
        whole
        icon={<IconBoxAlignBottom size={26} />}
        title={t('title')}
        text={t('text')}
        action={
          <LinkButton variant="ghost" to="/">
            {t('home')}
          </LinkButton>
        }
      />
    </main>
  );
}
