/** The developers' pages by the last part of their address; the first is `/developers` itself. */
export const DEVELOPER_PAGES = [
  'start',
  'keys',
  'orders',
  'streams',
  'errors',
  'webhooks',
  'tools',
  'changes',
] as const;
export type DeveloperPage = (typeof DEVELOPER_PAGES)[number];

export const getDeveloperPath = (page: DeveloperPage): string =>
  page === 'start' ? '/developers' : `/developers/${page}`;

/** Returns undefined for an unknown address. */
export const findDeveloperPage = (pathname: string): DeveloperPage | undefined =>
  DEVELOPER_PAGES.find((page) => getDeveloperPath(page) === pathname.replace(/\/$/, ''));
