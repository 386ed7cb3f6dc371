import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { cx } from '../../../ui/class-names.ts';
import { ActionProblem } from '../shared/parts.tsx';
import css from './content.module.css';

interface SaveBarProps {
  dirty: boolean;
  busy: boolean;
  /** Why it can't be saved. */
  disabledReason: string | null;
  problem: string | null;
  /** The last completed action. */
  note: string | null;
  /** Text of the button: saving may publish. */
  save: ReactNode;
  onSave: () => void;
  onDiscard: () => void;
}

/** A bar below the editor that stays visible. */
export function SaveBar({
  dirty,
  busy,
  disabledReason,
  problem,
  note,
  save,
  onSave,
  onDiscard,
}: SaveBarProps) {
  const t = useTranslations('staffContent.edit');
  return (
    <div className={css.bar}>
      <ActionProblem text={problem} />
      <p className={cx(css.standing, dirty && css.waiting)} role="status">
        {note ?? (dirty && t('unsaved'))}
      </p>
      {dirty && (
        <Button variant="text" disabled={busy} onClick={onDiscard}>
          {t('discard')}
        </Button>
      )}
      <Button
        className={css.save}
        busy={busy}
        disabledReason={dirty ? disabledReason : t('nothing')}
        onClick={onSave}
      >
        {save}
      </Button>
    </div>
  );
}
