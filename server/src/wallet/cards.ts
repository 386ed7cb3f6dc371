import { createHash } from 'node:crypto';
import { AppError, cleanPastedValue, maskCard, toLatinDigits, type VerifiedCard } from '@sarraf/domain';
import type { Secrets } from '../platform/secrets/secrets.ts';

const stripSeparators = (text: string): string => toLatinDigits(cleanPastedValue(text)).replace(/[-\s]/g, '');

/**
 * Returns the user's card by its number or its masked form. CARD_NOT_VERIFIED: not among them, or the mask matches
 * more than one.
 */
export function chooseCard(cards: readonly VerifiedCard[], text: string): VerifiedCard {
  const normalized = stripSeparators(text);
  const candidates = cards.filter(
    (card) => card.number === normalized || stripSeparators(card.masked) === normalized,
  );
  const [card] = candidates;
  if (card === undefined || candidates.length > 1) throw new AppError('CARD_NOT_VERIFIED');
  return card;
}

/** SHA-256 of the 16 digits, lower case hex: what gateways report as the card's hash. */
export const hashCard = (number: string): string => createHash('sha256').update(number).digest('hex');

/**
 * The digest stored with a payment instead of the number. A plain hash would not do: with the mask next to it, a
 * million guesses find the card.
 */
export const computeCardDigest = (secrets: Secrets, hash: string): Buffer =>
  secrets.blindIndex('payment card', hash);

const MASK_PATTERN = /^\d{6}[\d*xX•#.]{6}\d{4}$/;

/**
 * Returns whether two masked forms (`502229******5995`, `6037-9986-****-5443`) can be one card: digits shown by
 * both are equal.
 */
export function masksMatch(a: string, b: string): boolean {
  const [first, second] = [stripSeparators(a), stripSeparators(b)];
  if (!MASK_PATTERN.test(first) || !MASK_PATTERN.test(second)) return false;
  return [...first].every((digit, i) => !isDigit(digit) || !isDigit(second[i] ?? '') || digit === second[i]);
}

/** Converts a gateway's masked card to our own mask; null if it isn't one. */
export function normalizeCardMask(masked: string | null): string | null {
  const card = masked === null ? '' : stripSeparators(masked);
  return MASK_PATTERN.test(card) ? maskCard(card) : null;
}

const isDigit = (text: string): boolean => text >= '0' && text <= '9';
