/** Support's own routes, below `/profile/support`. The server uses them to respond with 404 to unknown paths. */
export const SUPPORT_PATHS = ['new', ':id'] as const;
