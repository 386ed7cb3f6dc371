import type { PersonFile } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Stack } from '../../ui/layout.tsx';
import { doubtful, questionsOf } from './checks.ts';
import css from './decision.module.css';
import { Problem } from './parts.tsx';

interface ApproveDialogProps {
  open: boolean;
  file: PersonFile;
  busy: boolean;
  problem: string | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Says what an approval does, and which answers of the providers speak against it. */
export function ApproveDialog({ open, file, busy, problem, onConfirm, onClose }: ApproveDialogProps) {
  const t = useTranslations('backoffice');
  const { account, checks } = file;
  const { person, banks } = questionsOf(checks, account.bankAccounts);
  const doubts = account.countryPhoneCode === '+98' ? doubtful([...person, ...banks.flatMap(asOne)]) : [];
  const name = [account.firstName, account.lastName].filter(Boolean).join(' ') || account.email;
  return (
    <ConfirmDialog
      open={open}
      title={t('decision.approveTitle', { name })}
      text={t('decision.approveText')}
      confirm={t('decision.approveConfirm')}
      cancel={t('decision.back')}
      busy={busy}
      onConfirm={onConfirm}
      onCancel={onClose}
    >
      <Stack gap={3} size="sm">
        {banks.length > 0 && <p>{t('decision.approveBank')}</p>}
        {doubts.length > 0 && (
          <div className={css.doubts}>
            <p>{t('decision.approveDoubt')}</p>
            <ul>
              {doubts.map(({ check, bankAccountId, latest }) => (
                <li key={`${check} ${bankAccountId}`}>
                  {t(`checks.${check}`)}: {latest ? t(`checks.outcome.${latest.outcome}`) : t('checks.none')}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Problem text={problem} />
      </Stack>
    </ConfirmDialog>
  );
}

const asOne = ({ questions }: ReturnType<typeof questionsOf>['banks'][number]) => questions;
