import { IconLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Problem } from '../../access/parts.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { ChangeLink } from './change-link.tsx';
import css from './form.module.css';
import type { AccountFormState } from './use-account-form.ts';

/** The button says the first thing that is missing; beside it is the way there. */
export function SubmitBar({ state, onShow }: { state: AccountFormState; onShow: () => void }) {
  const t = useTranslations('account.form');
  const { first, busy, problem, account } = state;
  return (
    <div className={css.submit}>
      <Problem text={problem} />
      {busy && <Progress share={state.share} />}
      <Button type="submit" size="l" block busy={busy} disabledReason={busy ? null : (first?.text ?? null)}>
        {t(account.authenticationType === 'NOT_COMPLETE' ? 'submit' : 'resubmit')}
      </Button>
      <p className={css.privacy}>
        <IconLock size={16} aria-hidden />
        <span>{t('privacy')}</span>
        {first && !busy && <ChangeLink text={t('showMe')} onClick={onShow} />}
      </p>
    </div>
  );
}

function Progress({ share }: { share: number }) {
  const t = useTranslations('account.form');
  const { percent } = useFormat();
  const now = Math.round(share * 100);
  // Once all has left, the server looks at the pictures and asks the bank.
  const text = now < 100 ? t('sending', { percent: percent(String(now), false) }) : t('checking');
  return (
    <div className={css.progress}>
      <div
        className={css.bar}
        role="progressbar"
        aria-label={text}
        aria-valuenow={now}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span style={{ inlineSize: `${Math.max(now, 2)}%` }} />
      </div>
      <p role="status">{text}</p>
    </div>
  );
}
