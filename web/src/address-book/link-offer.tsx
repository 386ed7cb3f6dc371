import type { Asset, LinkFault, LinkTarget } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { useNetworkName } from '../transfers/use-network-name.ts';
import { ChangeLink } from '../ui/buttons/change-link.tsx';

/** Returns the text for a payment link that can't be used here; null: the field has its own text for it. */
export function useLinkWords(): (fault: LinkFault | null, target: LinkTarget | null) => string | null {
  const t = useTranslations('withdraw');
  const format = useFormat();
  const networkName = useNetworkName();
  return (fault, target) => {
    if (fault === null || fault === 'NOT_HERE') return null;
    const named = target && { coin: format.coin(target.asset), network: networkName(target.tokenType) };
    return t(`scanner.fault.${fault}`, named ?? {});
  };
}

interface LinkOfferProps {
  /** The coin chosen in the form. */
  asset: Asset;
  target: LinkTarget | null;
  onTarget: (target: LinkTarget) => void;
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
