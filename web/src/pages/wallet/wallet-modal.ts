import { isAsset } from '@sarraf/domain';

/** The wallet's open modal: `?deposit=BITCOIN`, `?withdraw=TOMAN`, so that other pages can link to it. */
export interface WalletModal {
  kind: 'deposit' | 'withdraw';
  coin: string;
}

const KINDS = ['deposit', 'withdraw'] as const;
const AMOUNT = 'amount';

/** Returns null if the address contains both, or an unknown coin. */
export function parseWalletModal(search: URLSearchParams): WalletModal | null {
  const namedKinds = KINDS.filter((kind) => search.has(kind));
  const [kind] = namedKinds;
  if (!kind || namedKinds.length > 1) return null;
  const coin = search.get(kind);
  return isAsset(coin) ? { kind, coin } : null;
}

/** `?deposit=TOMAN&amount=2500000`: the missing amount in whole Toman, for links of other pages; '' for none. */
export const parseDepositAmount = (search: URLSearchParams): string =>
  /^[1-9]\d{0,12}$/.exec(search.get(AMOUNT) ?? '')?.[0] ?? '';

/** Sets the open modal and removes its counterpart (requirements §2.10); null removes both. */
export function setWalletModal(search: URLSearchParams, modal: WalletModal | null): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of [...KINDS, AMOUNT]) next.delete(name);
  if (modal) next.set(modal.kind, modal.coin);
  return next;
}
