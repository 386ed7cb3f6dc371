/** Support's own routes, below `/profile/support`. The server tells by them what is a page. */
export const SUPPORT_PATHS = ['new', ':id'] as const;
