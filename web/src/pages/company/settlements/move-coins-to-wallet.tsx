import { isAsset } from '@sarraf/domain';
import type { moveCoinsToWallet, Settlement } from '@sarraf/domain/contracts';
import { IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { newIdempotencyKey } from '../../../lib/api/idempotency.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { refetchMoney } from '../../../transfers/refresh-money.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Stack } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import css from '../paper.module.css';
import { refetchStore } from '../queries.ts';

/** Coins that can't be sent for now: the owner may move them to the wallet instead. */
export function MoveCoinsToWallet({ row: { id, bought, coinEntity, waits } }: { row: Settlement }) {
  const t = useTranslations('company.keep');
  const failure = useErrorMessages();
  const format = useFormat();
  const [isConfirming, setIsConfirming] = useState(false);
  const amount = isAsset(coinEntity) ? format.money(bought ?? '0', coinEntity) : '';
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call<typeof moveCoinsToWallet>('POST', '/company/settlements/:id/to-wallet', {
        params: { id },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: () => {
      refetchMoney();
      toast(t('done', { amount }), 'done');
    },
    onError: failure.show,
    onSettled: () => {
      // A refusal means that the settlement has continued in the meantime.
      refetchStore();
      setIsConfirming(false);
    },
  });
  return (
    <Stack gap={2} align="start" tone="soft" className={css.keep}>
      <p>{t('text')}</p>
      <Button
        variant="ghost"
        icon={<IconWallet size={18} aria-hidden />}
        disabledReason={waits === 'DEPOSIT_HOLD' ? t('held') : null}
        onClick={() => setIsConfirming(true)}
      >
        {t('take')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('title', { amount })}
        text={t('about')}
        confirm={t('take')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </Stack>
  );
}
