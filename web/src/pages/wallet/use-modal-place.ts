import { useSearchParams } from '../../lib/navigation/router.tsx';
import { amountIn, modalOf, type WalletModal, withModal } from './modal-place.ts';

/** The open modal is part of the address, so that other pages can link to it. */
export function useWalletModal() {
  const [search, setSearch] = useSearchParams();
  const show = (modal: WalletModal | null) =>
    setSearch((before) => withModal(before, modal), { replace: true });
  const open = modalOf(search);
  /** The coin of the open modal of this kind; Toman has its own modals. */
  const coinOf = (kind: WalletModal['kind']) =>
    open?.kind === kind && open.coin !== 'TOMAN' ? open.coin : null;
  const toman = (kind: WalletModal['kind']) => open?.kind === kind && open.coin === 'TOMAN';
  return { show, close: () => show(null), coinOf, toman, amount: amountIn(search) };
}
