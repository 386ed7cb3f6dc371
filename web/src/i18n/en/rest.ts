import type { Rest } from '../fa/index.ts';
import { auth } from './auth.ts';
import { profile } from './profile.ts';
import { sandbox } from './sandbox.ts';
import { wallet } from './wallet.ts';

export const rest: Rest = { auth, profile, wallet, sandbox };
