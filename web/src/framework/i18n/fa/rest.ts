import account from '../../../../../messages/web/fa/account.json' with { type: 'json' };
import alerts from '../../../../../messages/web/fa/alerts.json' with { type: 'json' };
import apiKeys from '../../../../../messages/web/fa/api-keys.json' with { type: 'json' };
import auth from '../../../../../messages/web/fa/auth.json' with { type: 'json' };
import charting from '../../../../../messages/web/fa/charting.json' with { type: 'json' };
import coinDeposit from '../../../../../messages/web/fa/coin-deposit.json' with { type: 'json' };
import company from '../../../../../messages/web/fa/company.json' with { type: 'json' };
import dashboard from '../../../../../messages/web/fa/dashboard.json' with { type: 'json' };
import developers from '../../../../../messages/web/fa/developers.json' with { type: 'json' };
import error from '../../../../../messages/web/fa/error.json' with { type: 'json' };
import exchange from '../../../../../messages/web/fa/exchange.json' with { type: 'json' };
import failed from '../../../../../messages/web/fa/failed.json' with { type: 'json' };
import firstErrors from '../../../../../messages/web/fa/first-errors.json' with { type: 'json' };
import help from '../../../../../messages/web/fa/help.json' with { type: 'json' };
import history from '../../../../../messages/web/fa/history.json' with { type: 'json' };
import invite from '../../../../../messages/web/fa/invite.json' with { type: 'json' };
import markets from '../../../../../messages/web/fa/markets.json' with { type: 'json' };
import notices from '../../../../../messages/web/fa/notices.json' with { type: 'json' };
import otc from '../../../../../messages/web/fa/otc.json' with { type: 'json' };
import profile from '../../../../../messages/web/fa/profile.json' with { type: 'json' };
import recurring from '../../../../../messages/web/fa/recurring.json' with { type: 'json' };
import sandbox from '../../../../../messages/web/fa/sandbox.json' with { type: 'json' };
import search from '../../../../../messages/web/fa/search.json' with { type: 'json' };
import settings from '../../../../../messages/web/fa/settings.json' with { type: 'json' };
import statement from '../../../../../messages/web/fa/statement.json' with { type: 'json' };
import support from '../../../../../messages/web/fa/support.json' with { type: 'json' };
import verify from '../../../../../messages/web/fa/verify.json' with { type: 'json' };
import wallet from '../../../../../messages/web/fa/wallet.json' with { type: 'json' };
import withdraw from '../../../../../messages/web/fa/withdraw.json' with { type: 'json' };
import type { ErrorKey } from '../error-key.ts';

/** Texts of all other pages, loaded with the first of them. */
export const deferredMessages = {
  account,
  alerts,
  apiKeys,
  auth,
  charting,
  coinDeposit,
  dashboard,
  company,
  developers,
  // Includes the errors that the home page has already loaded.
  error: { ...firstErrors, ...error } satisfies Record<ErrorKey, string>,
  exchange,
  failed,
  help,
  history,
  invite,
  markets,
  notices,
  otc,
  profile,
  recurring,
  sandbox,
  search,
  settings,
  statement,
  support,
  verify,
  wallet,
  withdraw,
};
