import type { recoveryCodes, renewRecoveryCodes } from '@sarraf/domain/contracts';
import { IconAlertTriangle, IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../lib/api/api.ts';
import { useErrorMessages } from '../../lib/api/use-failure.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { queryClient } from '../../lib/queries/query-client.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { cx } from '../../ui/class-names.ts';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Text } from '../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import css from './recovery.module.css';

const TOTAL = 10;
const FEW_CODES = 3;
const KEY = ['recovery-codes'];

/** The number of remaining recovery codes, and a button that replaces them. */
export function RecoveryCard({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const t = useTranslations('settings.recovery');
  const failure = useErrorMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call<typeof recoveryCodes>('GET', '/users/recovery-codes', { signal })).baseDTO.remaining,
  });
  const make = useMutation({
    mutationFn: async () => (await call<typeof renewRecoveryCodes>('POST', '/users/recovery-codes')).content,
    onSuccess: (codes) => {
      onCodes(codes);
      void queryClient.invalidateQueries({ queryKey: KEY });
    },
    onError: failure.show,
    onSettled: () => setIsConfirming(false),
  });
  return (
    <Card title={t('title')}>
      <Text size="sm" tone="soft">
        {t('text')}
      </Text>
      {data === undefined && error ? (
        <ErrorState text={failure.text(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <RemainingCodes count={data} />
      )}
      <Button variant="ghost" busy={make.isPending} onClick={() => setIsConfirming(true)}>
        {t('make')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('askTitle')}
        text={t('askText')}
        busy={make.isPending}
        confirm={t('make')}
        onConfirm={() => make.mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </Card>
  );
}

function RemainingCodes({ count }: { count: number | undefined }) {
  const t = useTranslations('settings.recovery');
  const { digits } = useFormat();
  if (count === undefined) return <Skeleton height={24} width="60%" className={css.left ?? ''} />;
  const areFew = count <= FEW_CODES;
  const Icon = areFew ? IconAlertTriangle : IconLifebuoy;
  return (
    <p className={cx(css.left, areFew && css.few)}>
      <Icon size={20} aria-hidden />
      <span>
        {count > 0 && t('left', { count: digits(count), total: digits(TOTAL) })}{' '}
        {areFew && t(count === 0 ? 'none' : 'few')}
      </span>
    </p>
  );
}
