import type { Asset, LinkFault, LinkTarget } from '@sarraf/domain';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';
import { useNetworkName } from '../transfers/use-network-name.ts';
import { ChangeLink } from '../ui/buttons/change-link.tsx';

/** What a payment link that can't be used here is for; null: the field has words of its own for it. */
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
  /** Of the form as it stands. */
  asset: Asset;
  target: LinkTarget | null;
  onTarget: (target: LinkTarget) => void;
}

/** Takes the form to the coin and network that a payment link is for. */
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
