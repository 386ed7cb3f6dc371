/** The part of a language that is loaded first: the initial texts, and the loaders of the others. */
export { initialMessages } from './first.ts';
export const messageLoaders = import.meta.glob<{ default: object }>(
  [
    '../../../../../messages/web/en/*.json',
    '!../../../../../messages/web/*/{common,home,trade,first-errors,head,sheet,backoffice,business-rows,treasury,staff-*}.json',
  ],
  { query: '?texts' },
);
export const staff = async () => (await import('./staff.ts')).staff;
