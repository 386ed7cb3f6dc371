import { formatAmount, maskEmail, type UserLevel } from '@sarraf/domain';
import type { PersonMoney } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import type { BackofficeContext } from '../deps.ts';
import { nameOf } from '../staff.ts';

const SHOWN = 10;
const toman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

/** Returns level, limits, shares, wallets and the newest activities of a user: everything bounded, nothing counted. */
export async function readPersonMoney(context: BackofficeContext, user: User): Promise<PersonMoney> {
  const { money } = context;
  const [volume, limits, inviter, shares, wallets, orders, deposits, withdrawals] = await Promise.all([
    context.volumeOf(user.id),
    readLimits(context, user),
    user.inviterId === null ? null : context.people.find(user.inviterId),
    money.shares(user.id),
    readWallets(context, user.id),
    money.orders(user.id, SHOWN),
    money.deposits(user.id, SHOWN),
    money.withdrawals(user.id, SHOWN),
  ]);
  return {
    level: user.level,
    apiLevel: user.apiLevel,
    volume: toman(volume),
    next: nextLevel(context, user.level, volume),
    limits,
    invites: {
      inviter: inviter && { id: inviter.id, name: nameOf(inviter), email: maskEmail(inviter.email) },
      count: shares.countInvitees,
      profit: shares.profit,
      credits: shares.credits,
    },
    wallets,
    orders,
    deposits,
    withdrawals,
  };
}

/** Returns the next level among those earned by trades. */
function nextLevel({ levels }: BackofficeContext, level: UserLevel, volume: bigint): PersonMoney['next'] {
  if (level === 'SUPERVISOR') return null;
  const all = levels.all();
  const own = all.find((row) => row.level === level)?.tradeAmount ?? 0n;
  const above = all
    .filter((row) => row.level !== 'SUPERVISOR' && row.tradeAmount > own)
    .reduce<(typeof all)[number] | null>(
      (best, row) => (best && best.tradeAmount <= row.tradeAmount ? best : row),
      null,
    );
  if (above === null) return null;
  const percent = Number.parseInt(((volume * 100n) / above.tradeAmount).toString(), 10);
  return { level: above.level, from: toman(above.tradeAmount), percent: Math.min(99, percent) };
}

async function readLimits(context: BackofficeContext, user: User): Promise<PersonMoney['limits']> {
  const { level, left, own } = await context.limits.of(user.id, user.level);
  const shown = ({ perDay, perMonth }: typeof level) => ({
    perDay: toman(perDay),
    perMonth: toman(perMonth),
  });
  const by = own && (await context.people.find(own.setBy));
  return {
    level: shown(level),
    left: shown(left),
    own: own && {
      ...shown(own),
      until: own.until.toISOString(),
      reason: own.reason,
      setBy: by?.email ?? '',
      setAt: own.setAt.toISOString(),
    },
  };
}

async function readWallets({ money }: BackofficeContext, userId: string): Promise<PersonMoney['wallets']> {
  const [balances, leaving, frozen] = await Promise.all([
    money.balances(userId),
    money.leaving(userId),
    money.frozen(userId),
  ]);
  return balances
    .filter(({ total }) => total > 0n)
    .map(({ asset, spendable, blocked, tomanValue }) => {
      const [out, held] = [leaving.get(asset) ?? 0n, frozen.get(asset) ?? 0n];
      // The parts are read one after another, and money may move in between.
      const rest = blocked - out - held;
      const shown = (amount: bigint) => formatAmount(amount, asset);
      return {
        asset,
        spendable: shown(spendable),
        blocked: shown(blocked),
        leaving: shown(out),
        frozen: shown(held),
        inOrders: shown(rest > 0n ? rest : 0n),
        tomanValue: tomanValue === null ? null : toman(tomanValue),
      };
    });
}
