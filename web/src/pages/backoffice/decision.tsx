import type { decideReview, PersonFile, RefusalReason } from '@sarraf/domain/contracts';
import { IconCheck, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ApproveDialog } from './approve-dialog.tsx';
import decisionCss from './decision.module.css';
import { DoneCard } from './done-card.tsx';
import { reasonsFor } from './form.ts';
import css from './parts.module.css';
import { useRights } from './queries.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useAct } from './use-act.ts';
import type { Visit } from './visit.ts';

interface Said {
  decision: 'APPROVE' | 'REFUSE';
  reasons?: RefusalReason[];
  note?: string;
}

/** Approve or refuse; afterwards the way to the next file. */
export function Decision({ file, visit }: { file: PersonFile; visit: Visit }) {
  const t = useTranslations('backoffice.decision');
  const { kyc } = useRights();
  const own = useSession().account?.id === file.account.id;
  const [asking, setAsking] = useState<Said['decision'] | null>(null);
  const [done, setDone] = useState<Said['decision'] | null>(null);
  const act = useAct<Said>({
    run: (body) =>
      call<typeof decideReview>('POST', '/backoffice/people/:id/decision', {
        params: { id: file.account.id },
        body,
      }),
    onDone: ({ decision }) => {
      setAsking(null);
      setDone(decision);
    },
    onConflict: () => setAsking(null),
  });
  const close = () => {
    setAsking(null);
    act.reset();
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
        <Button
          variant="danger"
          icon={<IconX size={20} aria-hidden />}
          disabled={own}
          onClick={() => setAsking('REFUSE')}
        >
          {t('refuse')}
        </Button>
      </div>
      {own && <p className={decisionCss.own}>{t('own')}</p>}
      <ApproveDialog
        open={asking === 'APPROVE'}
        file={file}
        busy={act.busy}
        problem={act.problem}
        onConfirm={() => act.mutate({ decision: 'APPROVE' })}
        onClose={close}
      />
      <RefuseDialog
        open={asking === 'REFUSE'}
        shown={reasonsFor(file.account.customerKind)}
        busy={act.busy}
        problem={act.problem}
        onConfirm={(reasons, note) => act.mutate({ decision: 'REFUSE', reasons, note })}
        onClose={close}
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
