import { IconCloudOff, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../buttons/button.tsx';
import { protectFigures } from '../values/protect-figures.tsx';
import css from './empty-state.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** Purpose of this list or page. */
  text?: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** The only content of the page. */
  whole?: boolean;
}

export function EmptyState({ icon, title, text, action, whole }: EmptyStateProps) {
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div className={css.state}>
      {icon && (
        <span className={css.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Heading className={css.title}>{protectFigures(title)}</Heading>
      {text && <p className={css.text}>{protectFigures(text)}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}

interface ErrorStateProps {
  title?: ReactNode;
  /** The error message: `useErrorMessages().text(error)`. */
  text?: ReactNode;
  onRetry?: (() => void) | undefined;
  busy?: boolean;
}

export function ErrorState({ title, text, onRetry, busy }: ErrorStateProps) {
  const t = useTranslations();
  return (
    <div role="alert">
      <EmptyState
        icon={<IconCloudOff size={26} />}
        title={title ?? t('state.loadFailed')}
        text={text}
        action={
          onRetry && (
            <Button variant="ghost" busy={busy ?? false} icon={<IconRefresh size={18} />} onClick={onRetry}>
              {t('action.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
