import type { makeRecoveryCodes, recoveryCodes } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useFailure } from '../../lib/use-failure.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/class-names.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Text } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './recovery.module.css';

const TOTAL = 10;
const FEW = 3;
const KEY = ['recovery-codes'];

/** How many recovery codes are left, and new ones in their place. */
export function RecoveryCard({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslations('settings.recovery');
  const failure = useFailure();
  const [asking, setAsking] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call<typeof recoveryCodes>('GET', '/users/recovery-codes', { signal })).baseDTO.remaining,
  });
  const make = useMutation({
    mutationFn: async () => (await call<typeof makeRecoveryCodes>('POST', '/users/recovery-codes')).content,
    onSuccess: (codes) => {
      onCodes(codes);
      void queryClient.invalidateQueries({ queryKey: KEY });
    },
    onError: failure.show,
    onSettled: () => setAsking(false),
  });
  return (
    <Card title={t('title')}>
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      {data === undefined && error ? (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Left count={data} />
      )}
      <Button variant="ghost" busy={make.isPending} onClick={() => setAsking(true)}>
        {t('make')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('askTitle')}
        text={t('askText')}
        busy={make.isPending}
        confirm={t('make')}
        onConfirm={() => make.mutate()}
        onCancel={() => setAsking(false)}
      />
    </Card>
  );
}

function Left({ count }: { count: number | undefined }) {
  const t = useTranslations('settings.recovery');
  const { digits } = useFormat();
  if (count === undefined) return <Skeleton height={24} width="60%" className={css.left ?? ''} />;
  const few = count <= FEW;
  const Icon = few ? IconAlertTriangle : IconLifebuoy;
  return (
    <p className={cx(css.left, few && css.few)}>
      <Icon size={20} aria-hidden />
      <span>
        {count > 0 && t('left', { count: digits(count), total: digits(TOTAL) })}{' '}
        {few && t(count === 0 ? 'none' : 'few')}
      </span>
    </p>
  );
}
