/** Support's own routes, below `/profile/support`. The server uses them to answer 404 for unknown paths. */
export const SUPPORT_PATHS = ['new', ':id'] as const;
