import {
  addAddressBookEntry,
  addressBook,
  cancelWithdrawal as cancelContract,
  removeAddressBookEntry,
  requestWithdrawal as requestContract,
  sendWithdrawalCode as sendCodeContract,
  setWhitelist as whitelistContract,
  withdrawalDetail,
  withdrawals,
  withdrawalTerms,
} from '@sarraf/domain/contracts';
import type { Http } from '../platform/http/http.ts';
import { readForUser } from '../platform/reads/reads.ts';
import { hasWhitelist, listSavedAddresses } from './address-book/book-store.ts';
import { removeAddress } from './address-book/remove-address.ts';
import { saveAddress, savedAddressDto } from './address-book/save-address.ts';
import { setWhitelist } from './address-book/set-whitelist.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import type { WithdrawalContext } from './deps.ts';
import { listWithdrawals, readWithdrawal } from './list-withdrawals.ts';
import { readTerms } from './read-terms.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { sendWithdrawalCode } from './send-code.ts';

const toOkReply = <T>(baseDTO: T) => ({ status: 'OK' as const, message: 'OK', baseDTO });

export function addRoutes(http: Http, context: WithdrawalContext): void {
  http.route(withdrawalTerms, async ({ caller, query }) =>
    toOkReply(await readTerms(context, caller.userId, query)),
  );

  http.route(sendCodeContract, async ({ caller, body, language }) => ({
    status: 'OK' as const,
    message: 'Verification Code Sent',
    baseDTO: await sendWithdrawalCode(context, caller, body, language),
  }));

  http.route(requestContract, ({ caller, body, idempotency }) =>
    requestWithdrawal(context, caller, body, idempotency),
  );

  http.route(withdrawals, ({ caller, query }) =>
    readForUser(context.db, caller.userId, (db) => listWithdrawals({ ...context, db }, caller.userId, query)),
  );

  http.route(withdrawalDetail, async ({ caller, params }) =>
    toOkReply(await readWithdrawal(context, caller.userId, params.id)),
  );

  http.route(cancelContract, async ({ caller, params }) =>
    toOkReply(await cancelWithdrawal(context, caller.userId, params.id)),
  );

  http.route(addressBook, async ({ caller, query }) => {
    const filter = { asset: query.relatedCoin ?? null, tokenType: query.tokenType ?? null };
    const [saved, whitelistOnly] = await Promise.all([
      listSavedAddresses(context.db, caller.userId, filter),
      hasWhitelist(context.db, caller.userId),
    ]);
    return { status: 'OK' as const, message: 'OK', content: saved.map(savedAddressDto), whitelistOnly };
  });

  http.route(addAddressBookEntry, async ({ caller, body }) =>
    toOkReply(await saveAddress(context, caller, body)),
  );

  http.route(removeAddressBookEntry, async ({ caller, params }) => {
    await removeAddress(context, caller.userId, params.id);
    return { status: 'OK' as const, message: 'OK' };
  });

  http.route(whitelistContract, async ({ caller, body }) =>
    toOkReply(await setWhitelist(context, caller, body.on)),
  );
}
