import { formatAmount, maskEmail, type UserLevel } from '@sarraf/domain';
import type { PersonMoney } from '@sarraf/domain/contracts';
import type { User } from '../../identity/index.ts';
import type { BackofficeContext } from '../deps.ts';
import { fullNameOf } from '../staff.ts';

const SHOWN = 10;
const formatToman = (amount: bigint): string => formatAmount(amount, 'TOMAN');

/** Returns level, limits, shares, wallets and the newest activities of a user: everything bounded, nothing counted. */
export async function readPersonMoney(context: BackofficeContext, user: User): Promise<PersonMoney> {
  const { money } = context;
  const [volume, limits, inviter, shares, wallets, orders, deposits, withdrawals] = await Promise.all([
    context.volumeOf(user.id),
    readLimits(context, user),
    user.inviterId === null ? null : context.people.find(user.inviterId),
    money.readShares(user.id),
    readWallets(context, user.id),
    money.listOrders(user.id, SHOWN),
    money.listDeposits(user.id, SHOWN),
    money.listWithdrawals(user.id, SHOWN),
  ]);
  return {
    level: user.level,
    apiLevel: user.apiLevel,
    volume: formatToman(volume),
    next: findNextLevel(context, user.level, volume),
    limits,
    invites: {
      inviter: inviter && { id: inviter.id, name: fullNameOf(inviter), email: maskEmail(inviter.email) },
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
function findNextLevel({ levels }: BackofficeContext, level: UserLevel, volume: bigint): PersonMoney['next'] {
  if (level === 'SUPERVISOR') return null;
  const levelRows = levels.listLevels();
  const ownThreshold = levelRows.find((row) => row.level === level)?.tradeAmount ?? 0n;
  const nextRow = levelRows
    .filter((row) => row.level !== 'SUPERVISOR' && row.tradeAmount > ownThreshold)
    .reduce<(typeof levelRows)[number] | null>(
      (lowest, row) => (lowest && lowest.tradeAmount <= row.tradeAmount ? lowest : row),
      null,
    );
  if (nextRow === null) return null;
  const percent = Number.parseInt(((volume * 100n) / nextRow.tradeAmount).toString(), 10);
  return { level: nextRow.level, from: formatToman(nextRow.tradeAmount), percent: Math.min(99, percent) };
}

async function readLimits(context: BackofficeContext, user: User): Promise<PersonMoney['limits']> {
  const { level, left, own } = await context.limits.of(user.id, user.level);
  const limitsDto = ({ perDay, perMonth }: typeof level) => ({
    perDay: formatToman(perDay),
    perMonth: formatToman(perMonth),
  });
  const setBy = own && (await context.people.find(own.setBy));
  return {
    level: limitsDto(level),
    left: limitsDto(left),
    own: own && {
      ...limitsDto(own),
      until: own.until.toISOString(),
      reason: own.reason,
      setBy: setBy?.email ?? '',
      setAt: own.setAt.toISOString(),
    },
  };
}

async function readWallets({ money }: BackofficeContext, userId: string): Promise<PersonMoney['wallets']> {
  const [balances, leaving, frozen] = await Promise.all([
    money.readBalances(userId),
    money.readWithdrawing(userId),
    money.readFrozen(userId),
  ]);
  return balances
    .filter(({ total }) => total > 0n)
    .map(({ asset, spendable, blocked, tomanValue }) => {
      const [withdrawing, frozenAmount] = [leaving.get(asset) ?? 0n, frozen.get(asset) ?? 0n];
      // The parts are read one after another, and money may move in between.
      const inOrders = blocked - withdrawing - frozenAmount;
      const formatUnits = (amount: bigint) => formatAmount(amount, asset);
      return {
        asset,
        spendable: formatUnits(spendable),
        blocked: formatUnits(blocked),
        leaving: formatUnits(withdrawing),
        frozen: formatUnits(frozenAmount),
        inOrders: formatUnits(inOrders > 0n ? inOrders : 0n),
        tomanValue: tomanValue === null ? null : formatToman(tomanValue),
      };
    });
}
