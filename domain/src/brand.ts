/** An installation's own name and colours (white label). */

/** Name of the product in its texts; `insertProductName` replaces it by an installation's own name. */
export const PRODUCT_NAME = { fa: 'صرّاف', en: 'Sarraf' } as const;

/** Colours in the source of texts and tokens.css; an installation's own ones override them. */
export const PRODUCT_BRAND = {
  name: PRODUCT_NAME,
  accent: { dark: '#5b8cff', light: '#2557e0' },
  mark: '#f2b84b',
  logo: null,
};

/** Matches the name only: «صرّافی» is another word, and headers (`Sarraf-Signature`) keep it everywhere. */
const PRODUCT_NAME_PATTERNS = { fa: /صرّاف(?![\p{L}\p{M}])/gu, en: /\bSarraf\b(?!-)/g } as const;

export const insertProductName = (text: string, language: 'fa' | 'en', name: string): string =>
  name === PRODUCT_NAME[language] ? text : text.replace(PRODUCT_NAME_PATTERNS[language], () => name);
