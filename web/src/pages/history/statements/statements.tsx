import type { ReplyOf, statements } from '@sarraf/domain/contracts';
import { IconArrowLeft, IconFileInvoice } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useTitle } from '../../../framework/navigation/use-title.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/loaded.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Stack, Text } from '../../../ui/layout/layout.tsx';
import { StatementRequestForm } from './request-form.tsx';
import { useRequestStatement, useStatements } from './statement-queries.ts';
import { StatementRow } from './statement-row.tsx';
import css from './statements.module.css';

/** Statements for the tax office: requests one, and lists those of the last days. */
export function Page() {
  const t = useTranslations('statement');
  useTitle(t('title'));
  const query = useStatements();
  return (
    <Stack as="main" gap={3}>
      <LinkButton
        to="/profile/history"
        variant="text"
        size="s"
        className={css.back ?? ''}
        icon={<IconArrowLeft size={18} className="flip" aria-hidden />}
      >
        {t('back')}
      </LinkButton>
      <Text as="h1" size="xl">
        {t('title')}
      </Text>
      <Text tone="soft">{t('lead')}</Text>
      <QueryBoundary query={query} skeleton={<StatementsSkeleton />}>
        {(data) => <StatementsContent data={data} />}
      </QueryBoundary>
    </Stack>
  );
}

function StatementsContent({ data }: { data: ReplyOf<typeof statements> }) {
  const t = useTranslations('statement');
  const failure = useErrorMessages();
  const { mutate, isPending } = useRequestStatement(failure.show);
  return (
    <>
      <StatementRequestForm data={data} busy={isPending} onRequest={mutate} />
      <Card title={t('list.title')}>
        {data.content.length === 0 ? (
          <EmptyState
            icon={<IconFileInvoice size={26} />}
            title={t('list.emptyTitle')}
            text={t('list.emptyText')}
          />
        ) : (
          <>
            <ul className={css.list}>
              {data.content.map((row) => (
                <StatementRow
                  key={row.id}
                  row={row}
                  onRetry={() => mutate({ calendar: row.calendar, year: row.year, lang: row.lang })}
                />
              ))}
            </ul>
            <Callout>{t('confirm')}</Callout>
          </>
        )}
      </Card>
    </>
  );
}

const StatementsSkeleton = () => (
  <>
    <Skeleton height={264} className={css.waiting ?? ''} />
    <Skeleton height={260} className={css.waiting ?? ''} />
  </>
);
