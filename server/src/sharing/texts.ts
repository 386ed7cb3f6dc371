/** Texts of the manifest and of the pictures of shared links, from `messages/server`. */
import en from '../../../messages/server/en/sharing.json' with { type: 'json' };
import fa from '../../../messages/server/fa/sharing.json' with { type: 'json' };

export const SHARING_TEXTS: Record<'fa' | 'en', typeof fa> = { fa, en };
