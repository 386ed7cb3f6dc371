import type { BusinessRowKind, WaitingKind } from '@sarraf/domain';
import type { WaitingItem } from '@sarraf/domain/contracts';
import { type BackofficeSection, getBackofficePath } from '../shared/places.ts';
import { getPersonPath, type PersonAccess, REVIEW_REASON } from '../shared/visit.ts';

/** The section of the back office that contains each queue. */
export const QUEUE_SECTIONS: Readonly<Record<WaitingKind, BackofficeSection>> = {
  ALARM: 'alarms',
  WITHDRAWAL: 'withdrawals',
  PAYOUT: 'payouts',
  TICKET: 'tickets',
  REVIEW: 'reviews',
  COMPANY_APPLICATION: 'reviews',
  RECOVERY: 'recoveries',
  COIN_DEPOSIT: 'incoming',
  BANK_DEPOSIT: 'incoming',
  SUSPENDED_PAYMENT: 'incoming',
  GATEWAY_SETTLEMENT: 'incoming',
  REFUND: 'companies',
  ROW_CHANGE: 'coins',
};

const COIN_ROW_KINDS: readonly BusinessRowKind[] = ['coin', 'network', 'market', 'quote', 'bank'];

/** Returns where an item is decided; a person's file opens as from the queue of reviews. */
export function getItemTarget({ kind, id, row }: WaitingItem): { to: string; state?: PersonAccess } {
  const place = getBackofficePath(QUEUE_SECTIONS[kind]);
  switch (kind) {
    case 'REVIEW':
    case 'COMPANY_APPLICATION':
      return { to: getPersonPath(id), state: { reason: REVIEW_REASON, from: 'reviews', queue: null } };
    case 'TICKET':
    case 'PAYOUT':
      return { to: `${place}/${id}` };
    case 'BANK_DEPOSIT':
      return { to: `${place}?kind=bank` };
    case 'SUSPENDED_PAYMENT':
      return { to: `${place}?kind=cards` };
    case 'GATEWAY_SETTLEMENT':
      return { to: `${place}?kind=gateways` };
    case 'REFUND':
      return { to: `${place}?list=refundList` };
    case 'ROW_CHANGE':
      return { to: getBackofficePath(row !== null && COIN_ROW_KINDS.includes(row) ? 'coins' : 'limits') };
    default:
      return { to: place };
  }
}
