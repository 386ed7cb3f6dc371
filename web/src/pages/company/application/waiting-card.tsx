import type { CompanyApplication, withdrawCompanyApplication } from '@sarraf/domain/contracts';
import { IconHourglassHigh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SentDocuments } from '../../../documents/sent-documents.tsx';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { StatusHead } from '../../../ui/feedback/status-head.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import css from './application.module.css';
import { getFieldLabelKey, PAPERS } from './form.ts';
import { refetchApplication } from './use-application.ts';

interface PendingApplicationCardProps {
  application: CompanyApplication;
  inIran: boolean;
  /** It was submitted just now. */
  focused: boolean;
  /** Null: it can't be changed now. */
  onEdit: (() => void) | null;
}

/** A pending application, which can still be changed or withdrawn. */
export function PendingApplicationCard({
  application,
  inIran,
  focused,
  onEdit,
}: PendingApplicationCardProps) {
  const t = useTranslations('company.apply');
  const { dateTime } = useFormat();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) title.current?.focus();
  }, [focused]);
  return (
    <div className={css.grid}>
      <Card raised>
        <StatusHead
          icon={IconHourglassHigh}
          tone="review"
          over={t('over')}
          title={t('waitingTitle')}
          titleRef={title}
        />
        <p className={css.text}>{t('waitingText')}</p>
        <p className={css.since}>{t('since', { time: dateTime(application.submittedAtDateTime) })}</p>
        <Cluster gap={3} align="stretch" wrap className={css.ways}>
          {onEdit && (
            <Button variant="ghost" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
          <WithdrawApplication />
        </Cluster>
      </Card>
      <SentApplication application={application} inIran={inIran} />
    </div>
  );
}

function SentApplication({
  application,
  inIran,
}: Pick<PendingApplicationCardProps, 'application' | 'inIran'>) {
  const t = useTranslations('account');
  const renderLtr = (text: string) => <bdi dir="ltr">{text}</bdi>;
  const values = {
    companyName: application.companyName,
    companyNationalId: application.companyNationalId && renderLtr(application.companyNationalId),
    companyPhone: renderLtr(application.companyPhone),
    companyAddress: application.companyAddress,
  };
  const facts = (Object.keys(values) as (keyof typeof values)[]).flatMap((key) =>
    values[key] ? [{ key, label: t(`field.${getFieldLabelKey(key, inIran)}`), value: values[key] }] : [],
  );
  const papers = PAPERS.flatMap((paper) => {
    const id = application[paper];
    return id ? [{ id, name: t(`field.${paper}`) }] : [];
  });
  return (
    <Stack gap={5} className={css.form}>
      <Card title={t('part.company')}>
        <Facts facts={facts} className={css.facts ?? ''} />
      </Card>
      <Card title={t('part.documents')}>
        <SentDocuments documents={papers} />
      </Card>
    </Stack>
  );
}

function WithdrawApplication() {
  const t = useTranslations('company.apply');
  const { show } = useErrorMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call<typeof withdrawCompanyApplication>('DELETE', '/users/company-application'),
    onSuccess: () => toast(t('withdrawn'), 'done'),
    onError: (failure) => show(failure),
    // Also if staff decided first: the refetched state shows it.
    onSettled: async () => {
      setIsConfirming(false);
      await refetchApplication();
    },
  });
  return (
    <>
      <Button variant="ghost" onClick={() => setIsConfirming(true)}>
        {t('withdraw')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t('withdrawTitle')}
        text={t('withdrawText')}
        confirm={t('withdrawConfirm')}
        cancel={t('keep')}
        danger
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsConfirming(false)}
      />
    </>
  );
}
