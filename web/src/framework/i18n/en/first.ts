import common from '../../../../../messages/web/en/common.json' with { type: 'json' };
import firstErrors from '../../../../../messages/web/en/first-errors.json' with { type: 'json' };
import home from '../../../../../messages/web/en/home.json' with { type: 'json' };
import trade from '../../../../../messages/web/en/trade.json' with { type: 'json' };
import type { InitialMessages } from '../fa/index.ts';

export const initialMessages: InitialMessages = { ...common, error: firstErrors, home, trade };
