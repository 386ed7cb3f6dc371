import type { Movement } from '@sarraf/domain/contracts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format/use-format.ts';

/** What a movement was, and what it was for. */
export function useMovementWords() {
  const t = useTranslations('wallet.movements');
  const { coin } = useFormat();
  return {
    what: ({ kind, amount }: Movement): string => {
      if (kind !== 'TRADE') return t(`kind.${kind}`);
      return t(amount.startsWith('-') ? 'paid' : 'received');
    },
    /** Says nothing twice: of a deposit of coins the coin is enough. */
    why: ({ cause, relatedCoin, kind }: Movement): string => {
      const name = coin(relatedCoin);
      return cause === 'OTHER' || cause === kind ? name : `${name} · ${t(`cause.${cause}`)}`;
    },
  };
}
