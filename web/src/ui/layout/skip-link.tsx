import { useTranslations } from 'use-intl';
import css from './skip-link.module.css';

export function SkipLink() {
  const t = useTranslations('action');
  return (
    <a href="#content" className={css.link}>
      {t('skip')}
    </a>
  );
}
