import common from '../../../../../messages/web/fa/common.json' with { type: 'json' };
import firstErrors from '../../../../../messages/web/fa/first-errors.json' with { type: 'json' };
import home from '../../../../../messages/web/fa/home.json' with { type: 'json' };
import trade from '../../../../../messages/web/fa/trade.json' with { type: 'json' };

/** Texts of the first screen: the layout, the home page, the quick trade box. */
export const initialMessages = { ...common, error: firstErrors, home, trade };
