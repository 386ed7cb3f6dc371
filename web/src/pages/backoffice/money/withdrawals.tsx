import type {
  approveWithdrawal,
  refuseWithdrawal,
  StaffWithdrawal,
  staffWithdrawals,
} from '@sarraf/domain/contracts';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { useCursorPagination } from '../../../lib/queries/use-pages.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { ActionDialog, type StaffAction } from '../shared/action-dialog.tsx';
import { BackofficePage } from '../shared/backoffice-page.tsx';
import { useAmountText } from '../shared/coin-amount.tsx';
import css from '../shared/parts.module.css';
import { ResourceList } from '../shared/resource-list.tsx';
import { useUrlFilter } from '../shared/use-url-filter.ts';
import { SigningNote } from './signing-note.tsx';
import { canSignBy, useSigning } from './use-signing.ts';
import { WithdrawalCard, WithdrawalDestination } from './withdrawal-card.tsx';

const STATES = [
  'REVIEW',
  'APPROVED',
  'SENDING',
  'SENT',
  'DONE',
  'CANCELLED',
  'REFUSED',
  'RETURNED',
] as const satisfies StaffWithdrawal['state'][];
type WithdrawalFilter = (typeof STATES)[number];

/** Withdrawals that need approval; `?state=` selects others. */
export function StaffWithdrawalsPage() {
  const t = useTranslations('treasury.withdrawals');
  const [state, setFilter] = useUrlFilter('state', STATES);
  return (
    <BackofficePage
      title={t('title')}
      lead={t('lead')}
      filtersOf="withdrawals"
      aside={
        <div className={css.pick}>
          <Select
            label={t('filter')}
            options={STATES.map((key) => ({ value: key, label: t(key) }))}
            value={state}
            onChange={setFilter}
          />
        </div>
      }
    >
      <WithdrawalList state={state} />
    </BackofficePage>
  );
}

function WithdrawalList({ state }: { state: WithdrawalFilter }) {
  const t = useTranslations('treasury.withdrawals');
  const [action, setAction] = useState<StaffAction | null>(null);
  const [pendingApproval, setPendingApproval] = useState<WithdrawalApproval | null>(null);
  const actions = useWithdrawalActions();
  const pages = useCursorPagination<StaffWithdrawal>(['backoffice', 'withdrawals', state], (page, signal) =>
    call<typeof staffWithdrawals>('GET', '/backoffice/withdrawals', { query: { ...page, state }, signal }),
  );
  return (
    <>
      <ResourceList
        pages={pages}
        empty={{ icon: IconArrowUpRight, title: t('emptyTitle'), text: t('emptyText') }}
        card={(row) => (
          <WithdrawalCard
            row={row}
            onAction={(kind) =>
              kind === 'approve' ? setPendingApproval(actions.approve(row)) : setAction(actions.refuse(row))
            }
          />
        )}
      />
      <ActionDialog act={action} onClose={() => setAction(null)} />
      <ApproveDialog approving={pendingApproval} onClose={() => setPendingApproval(null)} />
    </>
  );
}

interface WithdrawalApproval {
  row: StaffWithdrawal;
  text: string;
  isSigned: boolean;
  title: string;
}

/** Asks for the staff member's key, if withdrawals of coins need it. */
function ApproveDialog({
  approving,
  onClose,
}: {
  approving: WithdrawalApproval | null;
  onClose: () => void;
}) {
  const t = useTranslations('treasury.withdrawals');
  const signing = useTranslations('treasury.sign');
  const { way, approve } = useSigning();
  const action: StaffAction | null = approving && {
    title: approving.title,
    text: approving.text,
    successText: t('approved'),
    confirm: t('approve'),
    // The text asks to check the destination, which the dialog would cover.
    fields: <WithdrawalDestination row={approving.row} />,
    run: () =>
      call<typeof approveWithdrawal>('POST', '/backoffice/withdrawals/:id/approve', {
        params: { id: approving.row.id },
        body: {},
      }),
    ...(approving.isSigned && {
      confirm: signing(`do.${canSignBy(way) ? way : 'KEY'}`),
      disabledReason: canSignBy(way) ? null : signing(`off.${way}`),
      fields: (
        <>
          <WithdrawalDestination row={approving.row} />
          <SigningNote way={way} />
        </>
      ),
      run: () => approve(approving.row.id),
    }),
  };
  return <ActionDialog act={action} onClose={onClose} />;
}

function useWithdrawalActions() {
  const t = useTranslations('treasury.withdrawals');
  const amountText = useAmountText();
  const formatMoney = ({ amount, fee, relatedCoin, person }: StaffWithdrawal) => ({
    amount: amountText(amount, relatedCoin),
    fee: amountText(fee, relatedCoin),
    name: `\u2068${person.name || person.email}\u2069`,
  });
  return {
    approve: (row: StaffWithdrawal): WithdrawalApproval => ({
      row,
      text: [
        t('approveText', formatMoney(row)),
        ...(row.approvals.length + 1 < row.neededApprovals ? [t('approveMore')] : []),
      ].join(' '),
      // Toman is paid by the bank, without the signer.
      isSigned: row.relatedCoin !== 'TOMAN',
      title: t('approveTitle', { amount: amountText(row.amount, row.relatedCoin) }),
    }),
    refuse: (row: StaffWithdrawal): StaffAction => ({
      title: t('refuseTitle', { amount: amountText(row.amount, row.relatedCoin) }),
      text: t('refuseText', formatMoney(row)),
      confirm: t('refuse'),
      successText: t('refused'),
      danger: true,
      reasoned: true,
      run: (reason) =>
        call<typeof refuseWithdrawal>('POST', '/backoffice/withdrawals/:id/refuse', {
          params: { id: row.id },
          body: { reason },
        }),
    }),
  };
}
