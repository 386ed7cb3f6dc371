import { auth } from './auth.ts';
import { profile } from './profile.ts';
import { sandbox } from './sandbox.ts';
import { wallet } from './wallet.ts';

/** What every other page says; comes with the first of them. */
export const rest = { auth, profile, wallet, sandbox };
