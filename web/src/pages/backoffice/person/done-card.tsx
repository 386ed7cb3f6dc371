import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import css from '../shared/parts.module.css';
import { getBackofficePath } from '../shared/places.ts';
import { fetchNextInQueue } from '../shared/queries.ts';
import { getPersonPath, type PersonAccess, REVIEW_REASON } from '../shared/visit.ts';
import decisionCss from './decision.module.css';

interface DoneCardProps {
  decision: 'APPROVE' | 'REFUSE';
  personId: string;
  visit: PersonAccess;
}

/** The link to the next file is focused, so that the queue can be processed by keyboard. */
export function DoneCard({ decision, personId, visit }: DoneCardProps) {
  const t = useTranslations('backoffice');
  const { data: next, isPending } = useQuery({
    queryKey: ['backoffice', 'next', personId, visit.queue],
    queryFn: () => fetchNextInQueue(personId, visit.queue),
    gcTime: 0,
  });
  const nextAccess: PersonAccess = { reason: REVIEW_REASON, from: 'reviews', queue: visit.queue };
  return (
    <Card title={t('decision.title')}>
      <div className={css.form}>
        <Cluster as="p" gap={2} align="first" weight={500} className={decisionCss.done} role="status">
          <IconCircleCheck size={20} aria-hidden />
          {t(`decision.done${decision}`)}
        </Cluster>
        {isPending ? (
          <Button busy>{t('decision.toQueue')}</Button>
        ) : (
          <div ref={focusFirstLink} className={css.form}>
            {next ? (
              <LinkButton to={getPersonPath(next.id)} state={nextAccess}>
                {t('decision.next', { name: next.name || t('noName') })}
              </LinkButton>
            ) : (
              <>
                <p className={css.muted}>{t('decision.noNext')}</p>
                <LinkButton to={getBackofficePath('reviews')} variant="ghost">
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

const focusFirstLink = (container: HTMLElement | null): void => container?.querySelector('a')?.focus();
