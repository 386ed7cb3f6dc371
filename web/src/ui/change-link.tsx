import { useTranslations } from 'use-intl';
import css from './change-link.module.css';

/** The small way to changing what stands beside it. */
export function ChangeLink({ onClick, text }: { onClick: () => void; text?: string }) {
  const t = useTranslations('account.details');
  return (
    <button type="button" className={css.link} onClick={onClick}>
      {text ?? t('change')}
    </button>
  );
}
