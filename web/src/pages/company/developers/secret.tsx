import type { replaceWebhookSecret, testWebhook } from '@sarraf/domain/contracts';
import { IconKey, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { Cluster } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Copyable } from '../../../ui/values/copyable.tsx';
import css from '../company.module.css';
import { refetchStore } from '../queries.ts';

const OVERLAP_CHOICES = ['0', '24', '72'] as const;
type Overlap = (typeof OVERLAP_CHOICES)[number];

/** Sends a test webhook to the store's program, and replaces its secret. */
export function WebhookSecret({ oldUntil }: { oldUntil: string | null }) {
  const t = useTranslations('company.developers');
  const format = useFormat();
  const failure = useErrorMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('24');
  const test = useMutation({
    mutationFn: () => call<typeof testWebhook>('POST', '/company/webhook/test'),
    onSuccess: () => {
      refetchStore();
      toast(t('tested'), 'done');
    },
    onError: failure.show,
  });
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () =>
      (
        await call<typeof replaceWebhookSecret>('POST', '/company/webhook/secret', {
          body: { overlapHours: Number(overlap) },
        })
      ).baseDTO,
    onSuccess: refetchStore,
    onError: failure.show,
    onSettled: () => setIsConfirming(false),
  });
  return (
    <>
      <Cluster gap={3} wrap>
        <Button
          variant="ghost"
          size="s"
          busy={test.isPending}
          icon={<IconSend size={18} aria-hidden />}
          onClick={() => test.mutate()}
        >
          {t('test')}
        </Button>
        <Button
          variant="ghost"
          size="s"
          icon={<IconKey size={18} aria-hidden />}
          onClick={() => setIsConfirming(true)}
        >
          {t('rotate')}
        </Button>
      </Cluster>
      {oldUntil && <p className={css.small}>{t('oldUntil', { time: format.dateTime(oldUntil) })}</p>}
      {data && <Copyable label={t('secret')} text={data.secret} copy={t('copySecret')} loud />}
      <ConfirmDialog
        open={isConfirming}
        title={t('rotateTitle')}
        text={t('rotateText')}
        confirm={t('rotate')}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsConfirming(false)}
      >
        <Field label={t('overlap')}>
          <Select
            value={overlap}
            onChange={setOverlap}
            options={OVERLAP_CHOICES.map((value) => ({ value, label: t(`overlap${value}`) }))}
          />
        </Field>
      </ConfirmDialog>
    </>
  );
}
