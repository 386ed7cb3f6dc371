import type {
  approveWithdrawal,
  DeskWithdrawal,
  deskWithdrawals,
  refuseWithdrawal,
} from '@sarraf/domain/contracts';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api.ts';
import { usePages } from '../../../lib/use-pages.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Select } from '../../../ui/select.tsx';
import css from '../parts.module.css';
import { type Act, ActDialog } from './act-dialog.tsx';
import { CardList } from './card-list.tsx';
import { useAmountText } from './coin-amount.tsx';
import moneyCss from './money.module.css';
import { WithdrawalCard } from './withdrawal-card.tsx';

const STATES = [
  'REVIEW',
  'APPROVED',
  'SENDING',
  'SENT',
  'DONE',
  'CANCELLED',
  'REFUSED',
  'RETURNED',
] as const satisfies DeskWithdrawal['state'][];
type State = (typeof STATES)[number];

/** What has to be seen before it leaves; `?state=` shows the others. */
export function Withdrawals() {
  const t = useTranslations('treasury.withdrawals');
  useTitle(t('title'));
  const [search, setSearch] = useSearchParams();
  const state = STATES.find((key) => key === search.get('state')) ?? 'REVIEW';
  return (
    <main className={css.page}>
      <div className={css.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
        <div className={moneyCss.pick}>
          <Select
            label={t('filter')}
            options={STATES.map((key) => ({ value: key, label: t(key) }))}
            value={state}
            onChange={(key) => setSearch(key === 'REVIEW' ? {} : { state: key }, { replace: true })}
          />
        </div>
      </div>
      <List state={state} />
    </main>
  );
}

function List({ state }: { state: State }) {
  const t = useTranslations('treasury.withdrawals');
  const [act, setAct] = useState<Act | null>(null);
  const acts = useActs();
  const pages = usePages<DeskWithdrawal>(['desk', 'withdrawals', state], (page, signal) =>
    call<typeof deskWithdrawals>('GET', '/backoffice/withdrawals', { query: { ...page, state }, signal }),
  );
  return (
    <>
      <CardList
        pages={pages}
        empty={
          <EmptyState icon={<IconArrowUpRight size={26} />} title={t('emptyTitle')} text={t('emptyText')} />
        }
        card={(row) => <WithdrawalCard row={row} onAct={(kind) => setAct(acts[kind](row))} />}
      />
      <ActDialog act={act} onClose={() => setAct(null)} />
    </>
  );
}

function useActs() {
  const t = useTranslations('treasury.withdrawals');
  const amountText = useAmountText();
  return {
    approve: ({ id, amount, relatedCoin }: DeskWithdrawal): Act => ({
      title: t('approveTitle', { amount: amountText(amount, relatedCoin) }),
      text: t('approveText'),
      confirm: t('approve'),
      said: t('approved'),
      run: () =>
        call<typeof approveWithdrawal>('POST', '/backoffice/withdrawals/:id/approve', { params: { id } }),
    }),
    refuse: ({ id, amount, relatedCoin }: DeskWithdrawal): Act => ({
      title: t('refuseTitle', { amount: amountText(amount, relatedCoin) }),
      text: t('refuseText'),
      confirm: t('refuse'),
      said: t('refused'),
      danger: true,
      reasoned: true,
      run: (reason) =>
        call<typeof refuseWithdrawal>('POST', '/backoffice/withdrawals/:id/refuse', {
          params: { id },
          body: { reason },
        }),
    }),
  };
}
