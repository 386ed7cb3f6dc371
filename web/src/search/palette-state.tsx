import { IconSearchOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useErrorMessages } from '../lib/api/use-failure.ts';
import { useOnline } from '../lib/stream/connection.ts';
import { Button } from '../ui/buttons/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Cluster } from '../ui/layout/layout.tsx';
import css from './palette.module.css';

/** State of the server's part of the search. */
export interface ServerSearchState {
  waiting: boolean;
  error: Error | null;
  retry: () => void;
}

interface PaletteStateProps {
  state: ServerSearchState;
  typed: string;
  /** There are results. */
  any: boolean;
  /** Texts for a search other than the customers'. */
  words?: { none: string; failed: string; offline: string };
}

/** Shown below the results: loading more, the error, or none found. */
export function PaletteState({ state, typed, any, words }: PaletteStateProps) {
  const t = useTranslations('search');
  const { none = t('noneText'), failed = t('failed'), offline = t('offline') } = words ?? {};
  const action = useTranslations('action');
  const { text } = useErrorMessages();
  const online = useOnline();
  if (state.waiting && online)
    return (
      <div className={css.waiting} aria-hidden>
        <Skeleton width="70%" height={16} />
        <Skeleton width="45%" height={16} />
      </div>
    );
  if (state.error || (state.waiting && !online))
    return (
      <Cluster gap={3} justify="between" wrap className={css.said} role="alert">
        {online ? text(state.error) || failed : offline}
        {online && (
          <Button variant="ghost" onClick={state.retry}>
            {action('retry')}
          </Button>
        )}
      </Cluster>
    );
  if (any || typed.trim() === '') return null;
  return <EmptyState icon={<IconSearchOff size={26} />} title={t('none')} text={none} />;
}
