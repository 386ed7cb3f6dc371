import type { decideReview, PersonDetail, RefusalReason } from '@sarraf/domain/contracts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ActionDialog } from '../shared/action-dialog.tsx';
import { listRefusalReasons } from '../shared/form.ts';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import type { PersonAccess } from '../shared/visit.ts';
import { useApprovalAction } from './approval.tsx';
import decisionCss from './decision.module.css';
import { DoneCard } from './done-card.tsx';
import { useRefusalAction } from './refusal.tsx';

interface DecisionInput {
  decision: 'APPROVE' | 'REFUSE';
  reasons?: RefusalReason[];
  note?: string;
}

/** Approves or refuses; afterwards links to the next file. */
export function ReviewDecision({ file, visit }: { file: PersonDetail; visit: PersonAccess }) {
  const t = useTranslations('backoffice.decision');
  const { kyc } = useRights();
  const isOwnFile = useSession().account?.id === file.account.id;
  const [openedDialog, setOpenedDialog] = useState<DecisionInput['decision'] | null>(null);
  const [madeDecision, setMadeDecision] = useState<DecisionInput['decision'] | null>(null);
  const decide = async (input: DecisionInput) => {
    await call<typeof decideReview>('POST', '/backoffice/people/:id/decision', {
      params: { id: file.account.id },
      body: input,
    });
    setMadeDecision(input.decision);
  };
  const approval = useApprovalAction(file, () => decide({ decision: 'APPROVE' }));
  const refusal = useRefusalAction({
    options: listRefusalReasons(file.account.customerKind),
    run: (reasons, note) => decide({ decision: 'REFUSE', reasons, note }),
  });
  const openRefusal = () => {
    refusal.start();
    setOpenedDialog('REFUSE');
  };
  if (madeDecision) return <DoneCard decision={madeDecision} personId={file.account.id} visit={visit} />;
  if (!kyc) return null;
  if (!file.account.authenticationType.endsWith('PENDING'))
    return file.companyApplication?.state === 'PENDING' ? null : <DecisionNote>{t('nothing')}</DecisionNote>;
  return (
    <Card title={t('title')} className={decisionCss.card}>
      <div className={decisionCss.ways}>
        <Button
          icon={<IconCheck size={20} aria-hidden />}
          disabled={isOwnFile}
          onClick={() => setOpenedDialog('APPROVE')}
        >
          {t('approve')}
        </Button>
        <Button
          variant="danger"
          icon={<IconX size={20} aria-hidden />}
          disabled={isOwnFile}
          onClick={openRefusal}
        >
          {t('refuse')}
        </Button>
      </div>
      {isOwnFile && <p className={decisionCss.own}>{t('own')}</p>}
      <ActionDialog
        act={openedDialog && (openedDialog === 'APPROVE' ? approval : refusal.act)}
        onClose={() => setOpenedDialog(null)}
      />
    </Card>
  );
}

function DecisionNote({ children }: { children: ReactNode }) {
  const t = useTranslations('backoffice.decision');
  return (
    <Card title={t('title')}>
      <p className={css.muted}>{children}</p>
    </Card>
  );
}
