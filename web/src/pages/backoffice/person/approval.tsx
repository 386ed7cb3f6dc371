import type { PersonDetail } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../ui/layout/layout.tsx';
import type { StaffAction } from '../shared/action-dialog.tsx';
import { findDoubtful, listQuestions } from './checks.ts';
import css from './decision.module.css';

/** Explains the effect of an approval, and which provider results speak against it. */
export function useApprovalAction(file: PersonDetail, run: () => Promise<unknown>): StaffAction {
  const t = useTranslations('backoffice.decision');
  const { firstName, lastName, email } = file.account;
  return {
    title: t('approveTitle', { name: [firstName, lastName].filter(Boolean).join(' ') || email }),
    text: t('approveText'),
    confirm: t('approveConfirm'),
    alert: true,
    fields: <ApprovalDoubts file={file} />,
    run,
  };
}

function ApprovalDoubts({ file: { account, checks } }: { file: PersonDetail }) {
  const t = useTranslations('backoffice');
  const { person, banks } = listQuestions(checks, account.bankAccounts);
  const doubtfulChecks =
    account.countryPhoneCode === '+98' ? findDoubtful([...person, ...banks.flatMap(getQuestions)]) : [];
  return (
    <Stack gap={3} size="sm">
      {banks.length > 0 && <p>{t('decision.approveBank')}</p>}
      {doubtfulChecks.length > 0 && (
        <div className={css.doubts}>
          <p>{t('decision.approveDoubt')}</p>
          <ul>
            {doubtfulChecks.map(({ check, bankAccountId, latest }) => (
              <li key={`${check} ${bankAccountId}`}>
                {t(`checks.${check}`)}: {latest ? t(`checks.outcome.${latest.outcome}`) : t('checks.none')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

const getQuestions = ({ questions }: ReturnType<typeof listQuestions>['banks'][number]) => questions;
