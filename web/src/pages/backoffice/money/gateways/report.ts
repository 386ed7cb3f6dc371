import { toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importGatewaySettlement } from '@sarraf/domain/contracts';
import { readDay } from '../../../../ui/fields/date-text.ts';
import { isShortened, readPastedRows, readRial } from '../pasted-rows.ts';

type Body = BodyOf<typeof importGatewaySettlement>;
export type GatewayReport = Omit<Body, 'gateway'>;

const OF_HEAD = 6;
const OF_LINE = 3;

/**
 * Parses a pasted gateway report, separated by tab, semicolon or comma. Its first line is the settlement: reference
 * of the bank transfer, date of the transfer, first and last date of its payments, Rial, fee in Rial; each further
 * one is a payment: its reference, Rial, fee. `fault`: the number of the first invalid line; null `report`: empty.
 */
export function readReport(text: string): {
  report: GatewayReport | null;
  fault: number | null;
  shortened?: true;
} {
  let report: GatewayReport | null = null;
  for (const { line: number, cells: pasted } of readPastedRows(text)) {
    const cells = pasted.map(toLatinDigits);
    const shortened = cells.some(isShortened);
    const head: GatewayReport | null = report ?? (shortened ? null : readHead(cells));
    const line = report === null || shortened ? null : readPaid(cells);
    if (head === null || (report !== null && line === null))
      return { report, fault: number, ...(shortened && { shortened }) };
    if (line !== null) head.lines.push(line);
    report = head;
  }
  return { report, fault: null };
}

function readHead(cells: string[]): GatewayReport | null {
  const [reference = '', paid = '', from = '', to = '', gross = '', fee = ''] = cells;
  const [paidDay, fromDay, toDay] = [readDay(paid), readDay(from), readDay(to)];
  const [grossRial, feeRial] = [readRial(gross), readRial(fee)];
  if (cells.length !== OF_HEAD || reference.length < 4 || !paidDay || !fromDay || !toDay) return null;
  if (grossRial === null || grossRial === '0' || feeRial === null) return null;
  return { reference, paidDay, fromDay, toDay, grossRial, feeRial, lines: [] };
}

function readPaid(cells: string[]): Body['lines'][number] | null {
  const [reference = '', amount = '', fee = ''] = cells;
  const [amountRial, feeRial] = [readRial(amount), readRial(fee)];
  if (cells.length !== OF_LINE || reference === '' || amountRial === null || amountRial === '0') return null;
  return feeRial === null ? null : { reference, amountRial, feeRial };
}
