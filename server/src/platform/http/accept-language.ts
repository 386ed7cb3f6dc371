/**
 * Returns the first offered language of an Accept-Language header, in order of preference (RFC 9110, 12.5.4):
 * de;q=0.9, en;q=0.8 is English if German isn't offered. The first offered one is the default.
 */
export function choosePreferredLanguage<L extends string>(
  header: string | undefined,
  offered: readonly [L, ...L[]],
): L {
  const preferences = (header ?? '')
    .slice(0, MAX_HEADER_LENGTH)
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q=')) ?? 'q=1';
      return { primary: tag.split('-')[0], weight: parseWeight(weight) };
    })
    .sort((a, b) => b.weight - a.weight);
  const unlisted = offered.filter((language) => !preferences.some(({ primary }) => primary === language));
  for (const { primary, weight } of preferences) {
    // The star stands for languages that aren't named.
    const found = primary === '*' ? unlisted[0] : offered.find((language) => language === primary);
    if (found !== undefined && weight > 0) return found;
  }
  // Languages with q=0 come last.
  return unlisted[0] ?? offered[0];
}

/** q=0.8 → 800; an invalid weight: 0. */
function parseWeight(weight: string): number {
  const [, whole = '0', fraction = ''] = /^q=([01])(?:\.(\d{0,3}))?$/.exec(weight) ?? [];
  return Number.parseInt(whole + fraction.padEnd(3, '0'), 10);
}

/** Browsers send some dozen languages at most. */
const MAX_HEADER_LENGTH = 500;
