/** Normalises letters that look alike on Arabic and Persian keyboards; removes vowel signs, joiners and blanks. */
export function normalizeLetters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064a\u0649]/g, '\u06cc')
    .replace(/\u0643/g, '\u06a9')
    .replace(/[\u0622\u0623\u0625]/g, '\u0627')
    .replace(/\u0629/g, '\u0647')
    .replace(/\u0624/g, '\u0648')
    .replace(/[^\p{L}\p{Nd}]/gu, '');
}

/** Titles that banks put before names. */
const TITLE = /^(آقای|آقا|خانم|جناب|سرکار|mr|mrs|ms)\s+/i;

/** Whether one of the bank's owners is this user, or the company; names may be in either order. */
export function isOwner(
  owners: readonly string[],
  person: { firstName: string; lastName: string; companyName: string },
): boolean {
  const { firstName, lastName, companyName } = person;
  const acceptedNames = [`${firstName} ${lastName}`, `${lastName} ${firstName}`, companyName]
    .map(normalizeLetters)
    .filter((name) => name !== '');
  return owners.some((owner) => acceptedNames.includes(normalizeLetters(owner.trim().replace(TITLE, ''))));
}
