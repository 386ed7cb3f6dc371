import type { Rest } from '../fa/index.ts';
import { account } from './account.ts';
import { auth } from './auth.ts';
import { error } from './error.ts';
import { profile } from './profile.ts';
import { sandbox } from './sandbox.ts';
import { settings } from './settings.ts';
import { wallet } from './wallet.ts';

export const rest: Rest = { account, auth, error, profile, sandbox, settings, wallet };
