import type { WithdrawalRow } from '@sarraf/domain/contracts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../lib/navigation/history.ts';
import { useOrderReceipt } from '../orders/order-receipt.tsx';
import { WithdrawalReceipt } from '../transfers/transfer-receipts.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import type { FindGroup } from './palette-list.tsx';
import { PaletteList } from './palette-list.tsx';
import { PaletteState } from './palette-state.tsx';
import { rememberSearch } from './recent.ts';
import { useCoinFinds } from './use-coin-finds.tsx';
import { useHelpFinds } from './use-help-finds.tsx';
import { type OwnChoices, useOwnFinds } from './use-own-finds.tsx';
import { usePageFinds } from './use-page-finds.tsx';
import { useRecentFinds } from './use-recent-finds.tsx';

/** Searches coins and their actions, the person's orders and transfers, pages and help in one field. */
export function CustomerPalette({ asked }: { asked: number }) {
  const t = useTranslations('search');
  const [open, setOpen] = useState(true);
  useEffect(() => {
    setOpen(asked > 0);
  }, [asked]);
  const { show, receipt } = useOrderReceipt();
  const [withdrawal, setWithdrawal] = useState<WithdrawalRow | null>(null);
  const close = () => setOpen(false);
  return (
    <>
      <Modal open={open} onClose={close} title={t('title')} size="l">
        <Finder onClose={close} onOrder={show} onWithdrawal={setWithdrawal} />
      </Modal>
      {receipt}
      <WithdrawalReceipt
        withdrawal={withdrawal}
        onClose={() => setWithdrawal(null)}
        onChange={setWithdrawal}
      />
    </>
  );
}

type FinderProps = Pick<OwnChoices, 'onOrder' | 'onWithdrawal'> & { onClose: () => void };

function Finder({ onClose, onOrder, onWithdrawal }: FinderProps) {
  const t = useTranslations('search');
  const [typed, setTyped] = useState('');
  const open = (to: string) => {
    onClose();
    navigate(to);
  };
  const leadTo = (to: string) => {
    rememberSearch(typed);
    open(to);
  };
  const own = useOwnFinds(typed, {
    onOrder: (order) => {
      onClose();
      onOrder(order);
    },
    onWithdrawal: (row) => {
      onClose();
      onWithdrawal(row);
    },
    onPlace: open,
  });
  const groups: FindGroup[] = [
    ...useRecentFinds(typed, setTyped),
    ...useCoinFinds(typed, leadTo),
    ...own.groups,
    ...usePageFinds(typed, leadTo),
    ...useHelpFinds(typed, leadTo),
  ].filter(({ finds }) => finds.length > 0);
  return (
    <PaletteList label={t('label')} typed={typed} onType={setTyped} groups={groups}>
      <PaletteState state={own} typed={typed} any={groups.length > 0} />
    </PaletteList>
  );
}
