import type { BusinessRowKind } from '@sarraf/domain';
import type { cancelRowChange, confirmRowChange, RowChange, rowChanges } from '@sarraf/domain/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { StaffErrorText } from '../shared/error-text.tsx';
import css from '../shared/parts.module.css';
import { useRights } from '../shared/queries.ts';
import { ChangedFieldsList } from './change-words.tsx';
import own from './rows.module.css';
import { useRowName } from './words.tsx';

/** At most one change per row. */
const MAX_CHANGES = 100;

/** Changes of these kinds that wait for a second admin; renders nothing if there are none. */
export function WaitingChanges({ kinds }: { kinds: readonly BusinessRowKind[] }) {
  const t = useTranslations('businessRows.waiting');
  const [action, setAction] = useState<StaffAction | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['backoffice', 'rows', 'waiting'],
    queryFn: async ({ signal }) =>
      (
        await call<typeof rowChanges>('GET', '/backoffice/row-changes', {
          query: { state: 'WAITING', size: MAX_CHANGES },
          signal,
        })
      ).content,
  });
  if (!data && error)
    return (
      <Card title={t('title')}>
        <StaffErrorText error={error} busy={isFetching} onRetry={() => void refetch()} />
      </Card>
    );
  const waiting = data?.filter(({ kind }) => kinds.includes(kind)) ?? [];
  return (
    <>
      {waiting.map((change) => (
        <PendingChangeCard key={change.id} change={change} onAct={setAction} />
      ))}
      <ActionDialog act={action} onClose={() => setAction(null)} />
      <p className="hidden" role="status">
        {waiting.length > 0 ? t('title') : ''}
      </p>
    </>
  );
}

function PendingChangeCard({ change, onAct }: { change: RowChange; onAct: (act: StaffAction) => void }) {
  const t = useTranslations('businessRows.waiting');
  const kinds = useTranslations('businessRows.kind');
  const { admin } = useRights();
  const { dateTime } = useFormat();
  const rowName = useRowName();
  const { id, kind, key, before, after, reason, askedBy, askedAtDateTime, mayConfirm } = change;
  const row = rowName(kind, key);
  const name = row === kinds(kind) ? row : `${kinds(kind)}: ${row}`;
  const confirm: StaffAction = {
    title: t('confirmTitle', { name }),
    text: t('confirmText'),
    confirm: t('confirm'),
    successText: t('confirmed'),
    fields: (
      <div className={own.changes}>
        <ChangedFieldsList kind={kind} rowKey={key} before={before} after={after} />
      </div>
    ),
    run: () =>
      call<typeof confirmRowChange>('POST', '/backoffice/row-changes/:id/confirm', { params: { id } }),
  };
  const cancel: StaffAction = {
    title: t('cancelTitle', { name }),
    text: t('cancelText'),
    confirm: t('cancel'),
    successText: t('cancelled'),
    danger: true,
    run: () => call<typeof cancelRowChange>('POST', '/backoffice/row-changes/:id/cancel', { params: { id } }),
  };
  return (
    <Card title={`${t('title')}: ${name}`}>
      <Stack gap={4} className={own.one}>
        <div className={own.changes}>
          <ChangedFieldsList kind={kind} rowKey={key} before={before} after={after} />
        </div>
        <p className={own.reason} dir="auto">
          {reason}
        </p>
        <p className={css.muted}>
          {t('askedBy', { who: `\u2068${askedBy}\u2069`, time: dateTime(askedAtDateTime) })}
        </p>
        <Cluster gap={2} align="stretch" wrap className={own.ways}>
          <Button
            disabledReason={admin ? (mayConfirm ? null : t('own')) : t('admin')}
            onClick={() => onAct(confirm)}
          >
            {t('confirm')}
          </Button>
          {admin && (
            <Button variant="ghost" onClick={() => onAct(cancel)}>
              {t('cancel')}
            </Button>
          )}
        </Cluster>
      </Stack>
    </Card>
  );
}
