import type { decideReview, PersonFile, RefusalReason } from '@sarraf/domain/contracts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ActionDialog } from '../shared/action-dialog.tsx';
import { reasonsFor } from '../shared/form.ts';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import type { PersonAccess } from '../shared/visit.ts';
import { useApproval } from './approval.tsx';
import decisionCss from './decision.module.css';
import { DoneCard } from './done-card.tsx';
import { useRefusal } from './refusal.tsx';

interface Said {
  decision: 'APPROVE' | 'REFUSE';
  reasons?: RefusalReason[];
  note?: string;
}

/** Approves or refuses; afterwards links to the next file. */
export function Decision({ file, visit }: { file: PersonFile; visit: PersonAccess }) {
  const t = useTranslations('backoffice.decision');
  const { kyc } = useRights();
  const own = useSession().account?.id === file.account.id;
  const [asking, setAsking] = useState<Said['decision'] | null>(null);
  const [done, setDone] = useState<Said['decision'] | null>(null);
  const decide = async (body: Said) => {
    await call<typeof decideReview>('POST', '/backoffice/people/:id/decision', {
      params: { id: file.account.id },
      body,
    });
    setDone(body.decision);
  };
  const approval = useApproval(file, () => decide({ decision: 'APPROVE' }));
  const refusal = useRefusal({
    shown: reasonsFor(file.account.customerKind),
    run: (reasons, note) => decide({ decision: 'REFUSE', reasons, note }),
  });
  const refuse = () => {
    refusal.start();
    setAsking('REFUSE');
  };
  if (done) return <DoneCard decision={done} personId={file.account.id} visit={visit} />;
  if (!kyc) return null;
  if (!file.account.authenticationType.endsWith('PENDING'))
    return file.companyApplication?.state === 'PENDING' ? null : <Note>{t('nothing')}</Note>;
  return (
    <Card title={t('title')} className={decisionCss.card}>
      <div className={decisionCss.ways}>
        <Button
          icon={<IconCheck size={20} aria-hidden />}
          disabled={own}
          onClick={() => setAsking('APPROVE')}
        >
          {t('approve')}
        </Button>
        <Button variant="danger" icon={<IconX size={20} aria-hidden />} disabled={own} onClick={refuse}>
          {t('refuse')}
        </Button>
      </div>
      {own && <p className={decisionCss.own}>{t('own')}</p>}
      <ActionDialog
        act={asking && (asking === 'APPROVE' ? approval : refusal.act)}
        onClose={() => setAsking(null)}
      />
    </Card>
  );
}

function Note({ children }: { children: ReactNode }) {
  const t = useTranslations('backoffice.decision');
  return (
    <Card title={t('title')}>
      <p className={css.muted}>{children}</p>
    </Card>
  );
}
