import type { Rest } from '../fa/index.ts';
import { account } from './account.ts';
import { alerts } from './alerts.ts';
import { auth } from './auth.ts';
import { coinDeposit } from './coin-deposit.ts';
import { company } from './company.ts';
import { dashboard } from './dashboard.ts';
import { error } from './error.ts';
import { exchange } from './exchange.ts';
import { failed } from './failed.ts';
import { help } from './help.ts';
import { history } from './history.ts';
import { invite } from './invite.ts';
import { markets } from './markets.ts';
import { notices } from './notices.ts';
import { profile } from './profile.ts';
import { sandbox } from './sandbox.ts';
import { settings } from './settings.ts';
import { statement } from './statement.ts';
import { support } from './support.ts';
import { wallet } from './wallet.ts';
import { withdraw } from './withdraw.ts';

export const rest: Rest = {
  account,
  alerts,
  auth,
  coinDeposit,
  dashboard,
  company,
  error,
  exchange,
  failed,
  help,
  history,
  invite,
  markets,
  notices,
  profile,
  sandbox,
  settings,
  statement,
  support,
  wallet,
  withdraw,
};
