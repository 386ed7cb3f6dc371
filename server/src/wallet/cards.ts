import { createHash } from 'node:crypto';
import { AppError, cleanPasted, maskCard, toLatinDigits, type VerifiedCard } from '@sarraf/domain';
import type { Secrets } from '../platform/secrets/secrets.ts';

const bare = (text: string): string => toLatinDigits(cleanPasted(text)).replace(/[-\s]/g, '');

/**
 * Returns the user's card by its number or its masked form. CARD_NOT_VERIFIED: not among them, or the mask matches
 * more than one.
 */
export function chooseCard(cards: readonly VerifiedCard[], text: string): VerifiedCard {
  const asked = bare(text);
  const meant = cards.filter((card) => card.number === asked || bare(card.masked) === asked);
  const [card] = meant;
  if (card === undefined || meant.length > 1) throw new AppError('CARD_NOT_VERIFIED');
  return card;
}

/** SHA-256 of the 16 digits, lower case hex: what gateways report as the card's hash. */
export const cardHash = (number: string): string => createHash('sha256').update(number).digest('hex');

/**
 * The digest stored with a payment instead of the number. A plain hash would not do: with the mask next to it, a
 * million guesses find the card.
 */
export const cardDigest = (secrets: Secrets, hash: string): Buffer =>
  secrets.blindIndex('payment card', hash);

const MASK = /^\d{6}[\d*xX•#.]{6}\d{4}$/;

/**
 * Returns whether two masked forms (`502229******5995`, `6037-9986-****-5443`) can be one card: digits shown by
 * both are equal.
 */
export function masksAgree(a: string, b: string): boolean {
  const [one, two] = [bare(a), bare(b)];
  if (!MASK.test(one) || !MASK.test(two)) return false;
  return [...one].every((digit, i) => !isDigit(digit) || !isDigit(two[i] ?? '') || digit === two[i]);
}

/** Converts a gateway's masked card to our own mask; null if it isn't one. */
export function shownCard(masked: string | null): string | null {
  const card = masked === null ? '' : bare(masked);
  return MASK.test(card) ? maskCard(card) : null;
}

const isDigit = (text: string): boolean => text >= '0' && text <= '9';
