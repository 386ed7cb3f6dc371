import { useSearchParams } from '../../framework/navigation/router.tsx';
import { parseDepositAmount, parseWalletModal, setWalletModal, type WalletModal } from './wallet-modal.ts';

/** The open modal is part of the address, so that other pages can link to it. */
export function useWalletModal() {
  const [search, setSearch] = useSearchParams();
  const setModal = (modal: WalletModal | null) =>
    setSearch((old) => setWalletModal(old, modal), { replace: true });
  const open = parseWalletModal(search);
  /** The coin of the open modal of this kind; Toman has its own modals. */
  const getCoin = (kind: WalletModal['kind']) =>
    open?.kind === kind && open.coin !== 'TOMAN' ? open.coin : null;
  const isTomanOpen = (kind: WalletModal['kind']) => open?.kind === kind && open.coin === 'TOMAN';
  return {
    show: setModal,
    close: () => setModal(null),
    coinOf: getCoin,
    toman: isTomanOpen,
    amount: parseDepositAmount(search),
  };
}
