import type {
  approveInstruction,
  Instruction,
  instructions,
  refuseInstruction,
} from '@sarraf/domain/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useErrorMessages } from '../../../lib/api/use-failure.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { toast } from '../../../lib/notices.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Cluster, Stack } from '../../../ui/layout/layout.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { ListEnd } from '../../../ui/tables/list-end.tsx';
import { Money } from '../../../ui/values/money.tsx';
import css from '../company.module.css';
import { refetchStore } from '../queries.ts';

/** Money instructions of programs, newest first; pending ones are approved or rejected here. */
export function Instructions() {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const pages = useCursorPagination<Instruction>(['company', 'instructions'], (query, signal) =>
    call<typeof instructions>('GET', '/company/instructions', { query, signal }),
  );
  return (
    <section>
      <h3>{t('instructions')}</h3>
      {pages.failed && (
        <ErrorState text={failure.text(pages.error)} busy={pages.busy} onRetry={pages.retry} />
      )}
      {pages.loading && <Skeleton height={56} className={css.waiting ?? ''} />}
      {!pages.loading && !pages.failed && pages.rows.length === 0 && (
        <p className={css.small}>{t('noInstructions')}</p>
      )}
      <Stack gap={3}>
        {pages.rows.map((row) => (
          <InstructionRow key={row.id} row={row} />
        ))}
      </Stack>
      {pages.rows.length > 0 && <ListEnd pages={pages} />}
    </section>
  );
}

function InstructionRow({ row }: { row: Instruction }) {
  const t = useTranslations('company.developers');
  const facts = useInstructionFacts(row);
  return (
    <Cluster gap={4} rowGap={2} justify="between" wrap className={css.row}>
      <span className={css.cell}>
        <span>
          {t(`asked.${row.kind}`)} <Money value={row.amount} asset="TOMAN" />
        </span>
        {row.reason !== '' && <bdi>{row.reason}</bdi>}
        <small className={css.small}>{facts.join(' · ')}</small>
      </span>
      {row.state === 'WAITING' && <InstructionDecision row={row} />}
    </Cluster>
  );
}

function useInstructionFacts(row: Instruction): string[] {
  const t = useTranslations('company.developers');
  const format = useFormat();
  const state = row.refund ? t(`refundState.${row.refund.state}`) : t(`instructionState.${row.state}`);
  return [
    state,
    format.dateTime(row.createdAtDateTime),
    t('byKey', { label: row.key.label }),
    ...(row.state === 'WAITING' && row.expiresAtDateTime
      ? [t('until', { time: format.dateTime(row.expiresAtDateTime) })]
      : []),
  ];
}

function InstructionDecision({ row }: { row: Instruction }) {
  const t = useTranslations('company.developers');
  const failure = useErrorMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const approve = useMutation({
    mutationFn: async () =>
      (await call<typeof approveInstruction>('POST', '/company/instructions/:id/approve', { params: row }))
        .baseDTO,
    onSuccess: ({ state }) =>
      toast(t(state === 'DONE' ? 'approved' : 'approvedInVain'), state === 'DONE' ? 'done' : 'problem'),
    onError: failure.show,
    onSettled: () => {
      setIsConfirming(false);
      refetchStore();
    },
  });
  const refuse = useMutation({
    mutationFn: () =>
      call<typeof refuseInstruction>('POST', '/company/instructions/:id/refuse', { params: row }),
    onSuccess: () => toast(t('refused'), 'done'),
    onError: failure.show,
    onSettled: refetchStore,
  });
  return (
    <Cluster gap={2}>
      <Button
        size="s"
        aria-haspopup="dialog"
        disabled={refuse.isPending}
        onClick={() => setIsConfirming(true)}
      >
        {t('approve')}
      </Button>
      <Button
        variant="ghost"
        size="s"
        busy={refuse.isPending}
        disabled={approve.isPending}
        onClick={() => refuse.mutate()}
      >
        {t('refuse')}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={t(`approveTitle.${row.kind}`)}
        text={t(`approveText.${row.kind}`)}
        confirm={t('approve')}
        busy={approve.isPending}
        onConfirm={() => approve.mutate()}
        onCancel={() => setIsConfirming(false)}
      >
        <Money value={row.amount} asset="TOMAN" />
      </ConfirmDialog>
    </Cluster>
  );
}
