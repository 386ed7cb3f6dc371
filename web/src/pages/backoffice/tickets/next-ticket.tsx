import type { staffTickets } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import css from '../shared/parts.module.css';
import { getBackofficePath } from '../shared/places.ts';

/** The ticket that has waited longest; it is focused, so that the queue can be processed by keyboard. */
export function NextTicket({ after }: { after: string }) {
  const t = useTranslations('staffSupport.thread');
  const { data: next, isSuccess } = useQuery({
    queryKey: ['backoffice', 'next-ticket', after],
    queryFn: async ({ signal }) => {
      const { content } = await call<typeof staffTickets>('GET', '/backoffice/tickets', {
        query: { state: 'WAITING', size: 2 },
        signal,
      });
      return content.find(({ id }) => id !== after) ?? null;
    },
    gcTime: 0,
  });
  if (!isSuccess) return null;
  return (
    <div ref={focusFirstLink} className={css.form}>
      {next ? (
        <LinkButton to={`${getBackofficePath('tickets')}/${next.id}`}>
          {t('next', { subject: next.subject })}
        </LinkButton>
      ) : (
        <>
          <p className={css.muted}>{t('noNext')}</p>
          <LinkButton to={getBackofficePath('tickets')} variant="ghost">
            {t('back')}
          </LinkButton>
        </>
      )}
    </div>
  );
}

const focusFirstLink = (container: HTMLElement | null): void => container?.querySelector('a')?.focus();
