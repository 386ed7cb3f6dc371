import type { VerifiedCard, VerifiedSheba } from '@sarraf/domain';
import { computeCardDigest, hashCard, masksMatch } from '../cards.ts';
import type { WalletDeps } from '../deps.ts';
import type { SuspendedRow } from './suspended-store.ts';

type PaidPayment = Pick<SuspendedRow, 'userId' | 'paidCard' | 'paidCardDigest' | 'cardMasked' | 'reason'>;

/** The user's verified card that paid, and its bank account if known. */
export interface CardAccount {
  card: VerifiedCard;
  sheba: VerifiedSheba | null;
}

/**
 * Returns the user's own card that paid, from the gateway's report; null: none of theirs, or the gateway named
 * none. A mask alone may match two cards, and the chosen one was already excluded.
 */
export async function findCardAccount(deps: WalletDeps, paid: PaidPayment): Promise<CardAccount | null> {
  const { paidCard, paidCardDigest } = paid;
  if (paidCard === null) return null;
  const candidates = (await deps.verifiedCards(paid.userId)).filter((card) =>
    paidCardDigest === null
      ? masksMatch(card.masked, paidCard) &&
        !(paid.reason === 'CARD_MISMATCH' && masksMatch(card.masked, paid.cardMasked))
      : computeCardDigest(deps.secrets, hashCard(card.number)).toString('hex') === paidCardDigest,
  );
  const [card] = candidates;
  if (card === undefined || candidates.length > 1) return null;
  const shebas = await deps.verifiedShebas(paid.userId);
  return { card, sheba: shebas.find(({ id }) => id === card.id) ?? null };
}
