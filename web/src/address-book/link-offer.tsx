import type { Asset, PaymentLinkError, PaymentLinkTarget } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { useNetworkName } from '../transfers/use-network-name.ts';
import { ChangeLink } from '../ui/buttons/change-link.tsx';

/** Returns the text for a payment link that can't be used here; null: the field has its own text for it. */
export function useLinkErrorText(): (
  linkError: PaymentLinkError | null,
  target: PaymentLinkTarget | null,
) => string | null {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  return (linkError, target) => {
    if (linkError === null || linkError === 'NOT_HERE') return null;
    const names = target && { coin: format.coin(target.asset), network: networkName(target.tokenType) };
    return t(`scanner.error.${linkError}`, names ?? {});
  };
}

interface LinkOfferProps {
  /** The coin chosen in the form. */
  asset: Asset;
  target: PaymentLinkTarget | null;
  onTarget: (target: PaymentLinkTarget) => void;
}

/** A button that switches the form to the coin and network of a payment link. */
export function LinkOffer({ asset, target, onTarget }: LinkOfferProps) {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  if (!target) return null;
  const network = networkName(target.tokenType);
  const text =
    target.asset === asset
      ? t('useNetwork', { network })
      : t('useOther', { coin: format.coin(target.asset), network });
  return <ChangeLink text={text} onClick={() => onTarget(target)} />;
}
