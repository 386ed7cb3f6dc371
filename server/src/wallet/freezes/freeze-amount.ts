import { AppError, formatAmount, isAsset, parseAmount } from '@sarraf/domain';
import type { BodyOf, freezeAmount as endpoint, Freeze } from '@sarraf/domain/contracts';
import { userAccount } from '../../ledger/index.ts';
import { appendAudit } from '../../platform/database/audit-log.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { WalletDeps } from '../deps.ts';
import { findFreeze, INSERT_FREEZE } from './freeze-store.ts';
import { freezeDtos } from './freeze-views.ts';

/**
 * Blocks a part of a user's coin by court order; the remainder stays spendable. The order is in the audit log
 * before the ledger is called, and so is a refusal. A repeat with the same key freezes once.
 *
 * NOT_FOUND: no user with this id; UNACCEPTABLE_AMOUNT; BAD_REQUEST: no such coin; 'Not Enough Balance': less is
 * spendable; SECOND_PERSON_NEEDED: it is the caller's own account.
 */
export async function freezeAmount(
  deps: WalletDeps,
  staffId: string,
  userId: string,
  { relatedCoin: asset, amount: text, order }: BodyOf<typeof endpoint>,
  idempotency: { key: string; digest: string } | null,
): Promise<Freeze> {
  if (!isAsset(asset)) throw new AppError('BAD_REQUEST', { errors: ['relatedCoin'] });
  const amount = parseAmount(text, asset);
  const person = isId(userId) ? await deps.people.find(userId) : null;
  if (person === null) throw new AppError('NOT_FOUND');
  if (person.id === staffId) throw new AppError('SECOND_PERSON_NEEDED');
  const id = newId();
  const detail = { freeze: id, coin: asset, amount: formatAmount(amount, asset), order };
  const auditFreeze = (action: string) =>
    deps.db
      .transaction()
      .execute((tx) =>
        appendAudit(
          tx,
          { actorId: staffId, action, subjectId: person.id, detail },
          new Date(deps.clock.now()),
        ),
      );
  const spendable = userAccount(person.id, asset);
  const blocked = userAccount(person.id, asset, 'blocked');
  await auditFreeze('freeze ordered');
  const reply = await deps.ledger
    .submit({
      accounts: [spendable, blocked],
      ...(idempotency && { idempotency: { owner: staffId, ...idempotency } }),
      decide(balanceOf, at) {
        if (balanceOf(spendable) < amount) throw new AppError('Not Enough Balance');
        const row = INSERT_FREEZE.row({
          id,
          user_id: person.id,
          asset,
          amount,
          court_order: order,
          created_by: staffId,
          created_at: at,
        });
        return {
          transfers: [{ debit: spendable, credit: blocked, amount, kind: 'hold', reference: id }],
          rows: [row],
          reply: id,
        };
      },
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError) await auditFreeze('freeze refused');
      throw error;
    });
  deps.bus.publish('wallets', { userId: person.id, coins: [asset] });
  const row = await findFreeze(deps.db, reply);
  const [view] = row ? await freezeDtos(deps, [row]) : [];
  if (!view) throw new AppError('NOT_FOUND');
  return view;
}
