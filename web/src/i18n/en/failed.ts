import type { failed as fa } from '../fa/failed.ts';
import type { Texts } from '../texts.ts';

/** The page that stands in the place of one that can't be shown. */
export const failed: Texts<typeof fa> = {
  connection: {
    title: 'This page didn’t open',
    text: 'A part of it didn’t arrive; your connection may have been slow or lost. Please try again.',
    again: 'Try again',
  },
  version: {
    title: 'The site has a new version',
    text: 'This page belongs to the one before and can’t be shown completely any more. Load it once to get the new one.',
    again: 'Load the new version',
  },
  fault: {
    title: 'This page stopped working',
    text: 'The fault is in our program, not in your connection. It was reported to us without anything about you.',
    again: 'Open the page again',
  },
  move: {
    order: {
      DONE: 'Your order was placed and stands; there is no need to place it again.',
      UNKNOWN:
        'We don’t know yet whether your last order was placed. Look at your orders before you place it again.',
    },
    trade: {
      DONE: 'Your trade was done; there is no need to repeat it.',
      UNKNOWN:
        'We don’t know yet whether your last trade was done. Look at your history before you repeat it.',
    },
    withdrawal: {
      DONE: 'Your withdrawal request was taken; there is no need to send it again.',
      UNKNOWN:
        'We don’t know yet whether your withdrawal request was taken. Look at your history before you send it again.',
    },
    other: {
      DONE: 'Your last request was done.',
      UNKNOWN:
        'We don’t know yet whether your last request was done. Look at your history before you repeat it.',
    },
  },
  orders: 'Your open orders',
  history: 'History of orders and transfers',
  home: 'Home page',
};
