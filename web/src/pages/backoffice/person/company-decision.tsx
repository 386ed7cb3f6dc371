import type { CompanyApplication, decideCompanyApplication, PersonFile } from '@sarraf/domain/contracts';
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
import { useAgo } from '../shared/parts.tsx';
import type { PersonAccess } from '../shared/visit.ts';
import decisionCss from './decision.module.css';
import { DoneCard } from './done-card.tsx';
import { CompanyFacts } from './person-facts.tsx';
import { useRefusal } from './refusal.tsx';

interface CompanyDecisionProps {
  file: PersonFile;
  visit: PersonAccess;
}

type Reason = (typeof COMPANY_REASONS)[number];
interface Said {
  decision: 'APPROVE' | 'REFUSE';
  reasons?: Reason[];
  note?: string;
}

/** A person's application for a company account, and the decision about it. */
export function CompanyDecision({ file, visit }: CompanyDecisionProps) {
  const [done, setDone] = useState<Said['decision'] | null>(null);
  const application = file.companyApplication;
  if (done) return <DoneCard decision={done} personId={file.account.id} visit={visit} />;
  if (application?.state !== 'PENDING') return null;
  return <Waiting file={file} application={application} onDone={setDone} />;
}

interface WaitingProps {
  file: PersonFile;
  application: CompanyApplication;
  onDone: (decision: Said['decision']) => void;
}

function Waiting({ file, application, onDone }: WaitingProps) {
  const t = useTranslations('backoffice');
  const ago = useAgo();
  return (
    <>
      <Card
        title={t('company.title')}
        aside={
          <span className={css.muted}>
            {t('person.waits', { time: ago(application.submittedAtDateTime) })}
          </span>
        }
      >
        <CompanyFacts company={application} />
      </Card>
      <Ways file={file} application={application} onDone={onDone} />
    </>
  );
}

function Ways({ file, application, onDone }: WaitingProps) {
  const t = useTranslations('backoffice');
  const { account } = file;
  const own = useSession().account?.id === account.id;
  const verified = account.authenticationType === 'AUTHORIZED';
  const stops = own ? t('decision.own') : verified ? null : t('company.notVerified');
  const [asking, setAsking] = useState<Said['decision'] | null>(null);
  const decide = async (said: Said) => {
    await call<typeof decideCompanyApplication>('POST', '/backoffice/company-applications/:id/decision', {
      params: { id: application.id },
      body: { ...said, version: application.version },
    });
    onDone(said.decision);
  };
  const approval: StaffAction = {
    title: t('company.approveTitle', { name: nameOf(account) }),
    text: t('company.approveText', { company: application.companyName }),
    confirm: t('decision.approveConfirm'),
    alert: true,
    run: () => decide({ decision: 'APPROVE' }),
  };
  const refusal = useRefusal<Reason>({
    shown: COMPANY_REASONS,
    run: (reasons, note) => decide({ decision: 'REFUSE', reasons, note }),
  });
  const refuse = () => {
    refusal.start();
    setAsking('REFUSE');
  };
  return (
    <Card title={t('decision.title')} className={decisionCss.card}>
      <div className={decisionCss.ways}>
        <Button
          icon={<IconCheck size={20} aria-hidden />}
          disabled={stops !== null}
          onClick={() => setAsking('APPROVE')}
        >
          {t('decision.approve')}
        </Button>
        <Button variant="danger" icon={<IconX size={20} aria-hidden />} disabled={own} onClick={refuse}>
          {t('decision.refuse')}
        </Button>
      </div>
      {stops && <p className={decisionCss.own}>{stops}</p>}
      <ActionDialog
        act={asking && (asking === 'APPROVE' ? approval : refusal.act)}
        onClose={() => setAsking(null)}
      />
    </Card>
  );
}

const nameOf = ({ firstName, lastName, email }: PersonFile['account']): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;
