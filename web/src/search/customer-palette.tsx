import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../framework/navigation/history.ts';
import { useOrderReceipt } from '../orders/order-receipt.tsx';
import { WithdrawalReceipt } from '../transfers/transfer-receipts.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import type { ResultGroup } from './palette-list.tsx';
import { PaletteList } from './palette-list.tsx';
import { PaletteState } from './palette-state.tsx';
import { saveRecentSearch } from './recent.ts';
import { useCoinResults } from './use-coin-results.tsx';
import { useHelpResults } from './use-help-results.tsx';
import { type OwnResultHandlers, useOwnResults } from './use-own-results.tsx';
import { usePageResults } from './use-page-results.tsx';
import { useRecentResults } from './use-recent-results.tsx';

/** Searches coins and their actions, the person's orders and transfers, pages and help in one field. */
export function CustomerPalette({ openCount }: { openCount: number }) {
  const t = useTranslations('search');
  const [open, setOpen] = useState(true);
  useEffect(() => {
    setOpen(openCount > 0);
  }, [openCount]);
  const { show, receipt } = useOrderReceipt();
  const [withdrawal, setWithdrawal] = useState<WithdrawalRow | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Modal open={open} onClose={close} title={t('title')} size="l">
        <Finder onClose={close} onOrder={show} onWithdrawal={setWithdrawal} />
      </Modal>
      {receipt}
      <WithdrawalReceipt withdrawal={withdrawal} onClose={() => setWithdrawal(null)} />
    </>
  );
}

type FinderProps = Pick<OwnResultHandlers, 'onOrder' | 'onWithdrawal'> & { onClose: () => void };

function Finder({ onClose, onOrder, onWithdrawal }: FinderProps) {
  const t = useTranslations('search');
  const [typed, setTyped] = useState('');
  const open = (to: string) => {
    onClose();
    navigate(to);
  };
  const navigateTo = (to: string) => {
    saveRecentSearch(typed);
    open(to);
  };
  const ownResults = useOwnResults(typed, {
    onOrder: (order) => {
      onClose();
      onOrder(order);
    },
    onWithdrawal: (row) => {
      onClose();
      onWithdrawal(row);
    },
    onNavigate: open,
  });
  const groups: ResultGroup[] = [
    ...useRecentResults(typed, setTyped),
    ...useCoinResults(typed, navigateTo),
    ...ownResults.groups,
    ...usePageResults(typed, navigateTo),
    ...useHelpResults(typed, navigateTo),
  ].filter(({ finds }) => finds.length > 0);
  return (
    <PaletteList label={t('label')} typed={typed} onType={setTyped} groups={groups}>
      <PaletteState state={ownResults} typed={typed} any={groups.length > 0} />
    </PaletteList>
  );
}
