import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack, Text, TwoLine } from '../../../ui/layout/layout.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import { StaffSkeleton } from '../shared/parts.tsx';
import { CreateKeyCard } from './make-key-card.tsx';
import moneyCss from './money.module.css';
import { SignRequestCard } from './sign-act-card.tsx';
import { approvalKeysQuery } from './use-signing.ts';

/** Security keys enrolled at the signer; creates keys, and signs requests of the operator. */
export function ApprovalKeys() {
  const t = useTranslations('treasury.keys');
  const { data, error, isFetching, refetch } = useQuery(approvalKeysQuery);
  return (
    <BackofficePage title={t('title')} lead={t('lead')}>
      {data ? (
        <>
          {data.sandbox && <Callout>{t('sandbox')}</Callout>}
          <Card>
            {data.keys.length === 0 ? (
              <EmptyState icon={<IconKey size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
            ) : (
              <Stack as="ul" gap={4}>
                {data.keys.map((key) => (
                  <Cluster as="li" key={key.id} gap={3} justify="between" wrap>
                    <TwoLine as="div">
                      <Text weight={600}>{key.name}</Text>
                      <small>
                        <bdi className="latin">{key.origin}</bdi> · {t(key.second ? 'second' : 'first')}
                      </small>
                    </TwoLine>
                    {key.own && <span className={moneyCss.chip}>{t('own')}</span>}
                  </Cluster>
                ))}
              </Stack>
            )}
          </Card>
          <CreateKeyCard person={data} except={data.keys.filter(({ own }) => own).map(({ id }) => id)} />
          <SignRequestCard keys={data.keys.filter(({ own }) => own).map(({ id }) => id)} />
        </>
      ) : error ? (
        <Card>
          <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <StaffSkeleton height={360} />
      )}
    </BackofficePage>
  );
}
