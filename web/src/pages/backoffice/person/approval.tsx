import type { PersonFile } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { Stack } from '../../../ui/layout/layout.tsx';
import type { StaffAction } from '../shared/action-dialog.tsx';
import { doubtful, questionsOf } from './checks.ts';
import css from './decision.module.css';

/** Explains the effect of an approval, and which provider results speak against it. */
export function useApproval(file: PersonFile, run: () => Promise<unknown>): StaffAction {
  const t = useTranslations('backoffice.decision');
  const { firstName, lastName, email } = file.account;
  return {
    title: t('approveTitle', { name: [firstName, lastName].filter(Boolean).join(' ') || email }),
    text: t('approveText'),
    confirm: t('approveConfirm'),
    alert: true,
    fields: <Doubts file={file} />,
    run,
  };
}

function Doubts({ file: { account, checks } }: { file: PersonFile }) {
  const t = useTranslations('backoffice');
  const { person, banks } = questionsOf(checks, account.bankAccounts);
  const doubts = account.countryPhoneCode === '+98' ? doubtful([...person, ...banks.flatMap(asOne)]) : [];
  return (
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
    </Stack>
  );
}

const asOne = ({ questions }: ReturnType<typeof questionsOf>['banks'][number]) => questions;
