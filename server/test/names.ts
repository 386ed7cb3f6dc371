/** Name of a test's exchange: different from the product's, so that a hard-coded name is noticed. */
export const NAMES = { fa: 'صرافی نمونه', en: 'Sample: Exchange' };
