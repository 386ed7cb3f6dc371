/** What the exchange of a test is called: not as the product, so that a name that is written somewhere shows. */
export const NAMES = { fa: 'صرافی نمونه', en: 'Sample: Exchange' };
