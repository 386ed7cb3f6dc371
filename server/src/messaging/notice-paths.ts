import type { NoticeGroup } from '@sarraf/domain/contracts';
import type { Notice } from './notice.ts';
import { groupOf } from './notice-groups.ts';

const PATHS: Record<NoticeGroup, string | null> = {
  SECURITY: '/profile/settings',
  DEPOSITS: '/profile/wallet',
  WITHDRAWALS: '/profile/history?tab=crypto&kind=withdraw',
  ORDERS: '/profile/history',
  ACCOUNT: '/profile/account',
  STORE: '/profile/company',
  SUPPORT: '/profile/support',
  PRICES: '/profile/alerts',
  NEWS: '/announcements',
};

const TOMAN_WITHDRAWALS = '/profile/history?tab=toman&kind=withdraw';

/** Returns the path of the page a notice is about; null: none. */
export function findNoticePath(notice: Notice): string | null {
  switch (notice.kind) {
    case 'NEW_DEVICE':
      return '/profile/history?tab=logins';
    case 'API_KEY_ADDED':
    case 'API_KEY_USED':
    case 'API_LEVEL_CHANGED':
      return '/profile/settings/api';
    case 'BOOKS_BROKEN':
      return '/backoffice/books';
    case 'ALARMS':
      return '/backoffice/alarms';
    case 'EMAIL_CHANGED':
    case 'MOBILE_CHANGED':
      return '/profile/account';
    case 'STORE_PLACE_SET':
    case 'STORE_PLACE_CHANGED':
    case 'COMPANY_APPROVED':
    case 'COMPANY_REFUSED':
      return '/profile/company';
    case 'DEPOSIT_CREDITED':
      return `/profile/history?tab=${notice.asset === 'TOMAN' ? 'toman' : 'crypto'}&kind=deposit`;
    case 'DEPOSIT_NOT_CREDITED':
    case 'REFUND_RELEASED':
    case 'REFUND_PAID':
    case 'REFUND_RETURNED':
      return '/profile/history?tab=toman&kind=deposit';
    case 'WITHDRAWAL_PAID':
    case 'WITHDRAWAL_RETURNED':
      return TOMAN_WITHDRAWALS;
    case 'WITHDRAWAL_REQUESTED':
    case 'WITHDRAWAL_REFUSED':
      return notice.asset === 'TOMAN' ? TOMAN_WITHDRAWALS : PATHS.WITHDRAWALS;
    case 'ORDER_FILLED':
    case 'ORDER_TRIGGERED':
    case 'ORDER_LINKED':
      return notice.order === undefined ? PATHS.ORDERS : `${PATHS.ORDERS}?order=${notice.order}`;
    case 'RECURRING_BOUGHT':
    case 'RECURRING_SKIPPED':
      return '/profile/recurring';
    case 'LEVEL_CHANGED':
      return '/wages';
    case 'FIRST_REWARD':
      return '/profile/invite';
    case 'TICKET_RECEIVED':
      return '/profile/support';
    case 'TICKET_ANSWERED':
      return notice.ticket === undefined ? '/profile/support' : `/profile/support/${notice.ticket}`;
    default:
      return PATHS[groupOf(notice)];
  }
}
