import type { decideReview, PersonFile, RefusalReason } from '@sarraf/domain/contracts';
import { IconCheck, IconCircleCheck, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PATHS } from './access.ts';
import { ApproveDialog } from './approve-dialog.tsx';
import decisionCss from './decision.module.css';
import css from './parts.module.css';
import { nextInQueue, useRights } from './queries.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useAct } from './use-act.ts';
import { personPath, REVIEW, type Visit } from './visit.ts';

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
  if (done) return <Done decision={done} personId={file.account.id} visit={visit} />;
  if (!kyc) return null;
  if (!file.account.authenticationType.endsWith('PENDING')) return <Note>{t('nothing')}</Note>;
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
        kind={file.account.customerKind}
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

/** The next file has the focus, so that the queue can be worked through from the keyboard. */
function Done({ decision, personId, visit }: { decision: Said['decision']; personId: string; visit: Visit }) {
  const t = useTranslations('backoffice');
  const { data: next, isPending } = useQuery({
    queryKey: ['desk', 'next', personId, visit.queue],
    queryFn: () => nextInQueue(personId, visit.queue),
    gcTime: 0,
  });
  const onward: Visit = { reason: REVIEW, from: 'reviews', queue: visit.queue };
  return (
    <Card title={t('decision.title')}>
      <div className={css.form}>
        <p className={decisionCss.done} role="status">
          <IconCircleCheck size={20} aria-hidden />
          {t(`decision.done${decision}`)}
        </p>
        {isPending ? (
          <Button busy>{t('decision.toQueue')}</Button>
        ) : (
          <div ref={focusLink} className={css.form}>
            {next ? (
              <LinkButton to={personPath(next.id)} state={onward}>
                {t('decision.next', { name: next.name || t('noName') })}
              </LinkButton>
            ) : (
              <>
                <p className={css.muted}>{t('decision.noNext')}</p>
                <LinkButton to={PATHS.reviews} variant="ghost">
                  {t('decision.toQueue')}
                </LinkButton>
              </>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

const focusLink = (place: HTMLElement | null): void => place?.querySelector('a')?.focus();
