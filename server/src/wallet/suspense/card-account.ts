import type { VerifiedCard, VerifiedSheba } from '@sarraf/domain';
import { cardDigest, cardHash, masksAgree } from '../cards.ts';
import type { WalletDeps } from '../deps.ts';
import type { SuspendedRow } from './suspended-store.ts';

type Paid = Pick<SuspendedRow, 'userId' | 'paidCard' | 'paidCardDigest' | 'cardMasked' | 'reason'>;

/** The verified card of the person that paid, and its account where that is known. */
export interface CardAccount {
  card: VerifiedCard;
  sheba: VerifiedSheba | null;
}

/**
 * The person's own card by what the gateway told of the one that paid; null: none of theirs, or the gateway named none. By
 * mask alone two cards may be meant, and the chosen one was already found to be another.
 */
export async function cardAccountOf(deps: WalletDeps, paid: Paid): Promise<CardAccount | null> {
  const { paidCard, paidCardDigest } = paid;
  if (paidCard === null) return null;
  const meant = (await deps.verifiedCards(paid.userId)).filter((card) =>
    paidCardDigest === null
      ? masksAgree(card.masked, paidCard) &&
        !(paid.reason === 'CARD_MISMATCH' && masksAgree(card.masked, paid.cardMasked))
      : cardDigest(deps.secrets, cardHash(card.number)).toString('hex') === paidCardDigest,
  );
  const [card] = meant;
  if (card === undefined || meant.length > 1) return null;
  const shebas = await deps.verifiedShebas(paid.userId);
  return { card, sheba: shebas.find(({ id }) => id === card.id) ?? null };
}
