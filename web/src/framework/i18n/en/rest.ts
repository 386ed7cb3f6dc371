import account from '../../../../../messages/web/en/account.json' with { type: 'json' };
import alerts from '../../../../../messages/web/en/alerts.json' with { type: 'json' };
import apiKeys from '../../../../../messages/web/en/api-keys.json' with { type: 'json' };
import auth from '../../../../../messages/web/en/auth.json' with { type: 'json' };
import charting from '../../../../../messages/web/en/charting.json' with { type: 'json' };
import coinDeposit from '../../../../../messages/web/en/coin-deposit.json' with { type: 'json' };
import company from '../../../../../messages/web/en/company.json' with { type: 'json' };
import dashboard from '../../../../../messages/web/en/dashboard.json' with { type: 'json' };
import developers from '../../../../../messages/web/en/developers.json' with { type: 'json' };
import error from '../../../../../messages/web/en/error.json' with { type: 'json' };
import exchange from '../../../../../messages/web/en/exchange.json' with { type: 'json' };
import failed from '../../../../../messages/web/en/failed.json' with { type: 'json' };
import firstErrors from '../../../../../messages/web/en/first-errors.json' with { type: 'json' };
import help from '../../../../../messages/web/en/help.json' with { type: 'json' };
import history from '../../../../../messages/web/en/history.json' with { type: 'json' };
import invite from '../../../../../messages/web/en/invite.json' with { type: 'json' };
import markets from '../../../../../messages/web/en/markets.json' with { type: 'json' };
import notices from '../../../../../messages/web/en/notices.json' with { type: 'json' };
import otc from '../../../../../messages/web/en/otc.json' with { type: 'json' };
import profile from '../../../../../messages/web/en/profile.json' with { type: 'json' };
import recurring from '../../../../../messages/web/en/recurring.json' with { type: 'json' };
import sandbox from '../../../../../messages/web/en/sandbox.json' with { type: 'json' };
import search from '../../../../../messages/web/en/search.json' with { type: 'json' };
import settings from '../../../../../messages/web/en/settings.json' with { type: 'json' };
import statement from '../../../../../messages/web/en/statement.json' with { type: 'json' };
import support from '../../../../../messages/web/en/support.json' with { type: 'json' };
import verify from '../../../../../messages/web/en/verify.json' with { type: 'json' };
import wallet from '../../../../../messages/web/en/wallet.json' with { type: 'json' };
import withdraw from '../../../../../messages/web/en/withdraw.json' with { type: 'json' };
import type { DeferredMessages } from '../fa/index.ts';

export const deferredMessages: DeferredMessages = {
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
  error: { ...firstErrors, ...error },
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
