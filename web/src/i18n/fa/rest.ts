import { account } from './account.ts';
import { auth } from './auth.ts';
import { error } from './error.ts';
import { profile } from './profile.ts';
import { sandbox } from './sandbox.ts';
import { settings } from './settings.ts';
import { wallet } from './wallet.ts';

/** What every other page says; comes with the first of them. */
export const rest = { account, auth, error, profile, sandbox, settings, wallet };
