import type { CompanyApplication, decideCompanyApplication, PersonDetail } from '@sarraf/domain/contracts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { COMPANY_REASONS } from '../shared/form.ts';
import css from '../shared/parts.module.css';
import { useElapsedTimeText } from '../shared/parts.tsx';
import type { PersonAccess } from '../shared/visit.ts';
import decisionCss from './decision.module.css';
import { DoneCard } from './done-card.tsx';
import { CompanyFacts } from './person-facts.tsx';
import { useRefusalAction } from './refusal.tsx';

interface CompanyDecisionProps {
  file: PersonDetail;
  visit: PersonAccess;
}

type Reason = (typeof COMPANY_REASONS)[number];
interface DecisionInput {
  decision: 'APPROVE' | 'REFUSE';
  reasons?: Reason[];
  note?: string;
}

/** A person's application for a company account, and the decision about it. */
export function CompanyDecision({ file, visit }: CompanyDecisionProps) {
  const [madeDecision, setMadeDecision] = useState<DecisionInput['decision'] | null>(null);
  const application = file.companyApplication;
  if (madeDecision) return <DoneCard decision={madeDecision} personId={file.account.id} visit={visit} />;
  if (application?.state !== 'PENDING') return null;
  return <PendingApplication file={file} application={application} onDone={setMadeDecision} />;
}

interface WaitingProps {
  file: PersonDetail;
  application: CompanyApplication;
  onDone: (decision: DecisionInput['decision']) => void;
}

function PendingApplication({ file, application, onDone }: WaitingProps) {
  const t = useTranslations('backoffice');
  const formatAge = useElapsedTimeText();
  return (
    <>
      <Card
        title={t('company.title')}
        aside={
          <span className={css.muted}>
            {t('person.waits', { time: formatAge(application.submittedAtDateTime) })}
          </span>
        }
      >
        <CompanyFacts company={application} />
      </Card>
      <ApplicationActions file={file} application={application} onDone={onDone} />
    </>
  );
}

function ApplicationActions({ file, application, onDone }: WaitingProps) {
  const t = useTranslations('backoffice');
  const { account } = file;
  const isOwnFile = useSession().account?.id === account.id;
  const verified = account.authenticationType === 'AUTHORIZED';
  const disabledReason = isOwnFile ? t('decision.own') : verified ? null : t('company.notVerified');
  const [openedDialog, setOpenedDialog] = useState<DecisionInput['decision'] | null>(null);
  const decide = async (input: DecisionInput) => {
    await call<typeof decideCompanyApplication>('POST', '/backoffice/company-applications/:id/decision', {
      params: { id: application.id },
      body: { ...input, version: application.version },
    });
    onDone(input.decision);
  };
  const approval: StaffAction = {
    title: t('company.approveTitle', { name: getCompanyName(account) }),
    text: t('company.approveText', { company: application.companyName }),
    confirm: t('decision.approveConfirm'),
    alert: true,
    run: () => decide({ decision: 'APPROVE' }),
  };
  const refusal = useRefusalAction<Reason>({
    options: COMPANY_REASONS,
    run: (reasons, note) => decide({ decision: 'REFUSE', reasons, note }),
  });
  const openRefusal = () => {
    refusal.start();
    setOpenedDialog('REFUSE');
  };
  return (
    <Card title={t('decision.title')} className={decisionCss.card}>
      <div className={decisionCss.ways}>
        <Button
          icon={<IconCheck size={20} aria-hidden />}
          disabled={disabledReason !== null}
          onClick={() => setOpenedDialog('APPROVE')}
        >
          {t('decision.approve')}
        </Button>
        <Button
          variant="danger"
          icon={<IconX size={20} aria-hidden />}
          disabled={isOwnFile}
          onClick={openRefusal}
        >
          {t('decision.refuse')}
        </Button>
      </div>
      {disabledReason && <p className={decisionCss.own}>{disabledReason}</p>}
      <ActionDialog
        act={openedDialog && (openedDialog === 'APPROVE' ? approval : refusal.act)}
        onClose={() => setOpenedDialog(null)}
      />
    </Card>
  );
}

const getCompanyName = ({ firstName, lastName, email }: PersonDetail['account']): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
