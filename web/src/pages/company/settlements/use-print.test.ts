import { expect, it } from 'vitest';
import { getPrintStep, MAX_PRINTED_ROWS } from './use-print.ts';

const some = { rows: [1], busy: false, hasMore: false, failed: false, moreFailed: false };
const most = Array.from({ length: MAX_PRINTED_ROWS }, (_, at) => at);

it.each([
  ['all of it is there', some, 'PRINT'],
  ['there is more', { ...some, hasMore: true }, 'MORE'],
  ['more is on its way', { ...some, hasMore: true, busy: true }, 'WAIT'],
  ['as much is there as goes on paper', { ...some, rows: most, hasMore: true }, 'PRINT'],
  ['more could not be fetched', { ...some, hasMore: true, moreFailed: true }, 'STOP'],
  ['it is fetched once more after that', { ...some, hasMore: true, moreFailed: true, busy: true }, 'WAIT'],
  ['nothing could be fetched', { ...some, rows: [], failed: true }, 'STOP'],
])('getPrintStep returns the next step when %s', (_name, list, step) => {
  expect(getPrintStep(list)).toBe(step);
});
