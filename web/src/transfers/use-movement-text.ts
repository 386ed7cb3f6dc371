import type { Movement } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';

/** Texts for the kind of a movement and its cause. */
export function useMovementText() {
  const t = useTranslations('wallet.movements');
  const { coin } = useFormat();
  return {
    what: ({ kind, amount }: Movement): string => {
      if (kind !== 'TRADE') return t(`kind.${kind}`);
      return t(amount.startsWith('-') ? 'paid' : 'received');
    },
    /** Avoids repetition: for a deposit of coins the coin is enough. */
    why: ({ cause, relatedCoin, kind }: Movement): string => {
      const name = coin(relatedCoin);
      return cause === 'OTHER' || cause === kind ? name : `${name} · ${t(`cause.${cause}`)}`;
    },
  };
}
