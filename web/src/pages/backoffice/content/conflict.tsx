import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import css from './content.module.css';

interface ConflictProps {
  who: string;
  version: number;
  onKeep: () => void;
  onTake: () => void;
  /** The text saved by the other staff member. */
  children: ReactNode;
}

/** Another staff member saved first: nothing typed is lost, and the person decides which version to keep. */
export function SaveConflict({ who, version, onKeep, onTake, children }: ConflictProps) {
  const t = useTranslations('staffContent.conflict');
  const { digits } = useFormat();
  return (
    <Callout tone="warn" title={t('title')} live>
      <p>{t('text', { who, number: digits(version) })}</p>
      <details>
        <summary className={css.summary}>{t('theirs')}</summary>
        {children}
      </details>
      <div className={css.ways}>
        <Button size="s" onClick={onKeep}>
          {t('keep')}
        </Button>
        <Button size="s" variant="ghost" onClick={onTake}>
          {t('take')}
        </Button>
      </div>
    </Callout>
  );
}
