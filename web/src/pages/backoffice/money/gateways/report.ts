import { toLatinDigits } from '@sarraf/domain';
import type { BodyOf, importGatewaySettlement } from '@sarraf/domain/contracts';
import { parseDay } from '../../../../ui/fields/date-text.ts';
import { isShortenedNumber, parsePastedRows, parseRial } from '../pasted-rows.ts';

type ReportBody = BodyOf<typeof importGatewaySettlement>;
export type GatewayReport = Omit<ReportBody, 'gateway'>;

const HEAD_COLUMNS = 6;
const LINE_COLUMNS = 3;

/**
 * Parses a pasted gateway report, separated by tab, semicolon or comma. Its first line is the settlement: reference
 * of the bank transfer, date of the transfer, first and last date of its payments, Rial, fee in Rial; each further
 * one is a payment: its reference, Rial, fee. `invalidLine`: the number of the first invalid line; null `report`: empty.
 */
export function parseReport(text: string): {
  report: GatewayReport | null;
  invalidLine: number | null;
  shortened?: true;
} {
  let report: GatewayReport | null = null;
  for (const { line: number, cells: pasted } of parsePastedRows(text)) {
    const cells = pasted.map(toLatinDigits);
    const shortened = cells.some(isShortenedNumber);
    const head: GatewayReport | null = report ?? (shortened ? null : parseHead(cells));
    const line = report === null || shortened ? null : parsePayment(cells);
    if (head === null || (report !== null && line === null))
      return { report, invalidLine: number, ...(shortened && { shortened }) };
    if (line !== null) head.lines.push(line);
    report = head;
  }
  return { report, invalidLine: null };
}

function parseHead(cells: string[]): GatewayReport | null {
  const [reference = '', paid = '', from = '', to = '', gross = '', fee = ''] = cells;
  const [paidDay, fromDay, toDay] = [parseDay(paid), parseDay(from), parseDay(to)];
  const [grossRial, feeRial] = [parseRial(gross), parseRial(fee)];
  if (cells.length !== HEAD_COLUMNS || reference.length < 4 || !paidDay || !fromDay || !toDay) return null;
  if (grossRial === null || grossRial === '0' || feeRial === null) return null;
  return { reference, paidDay, fromDay, toDay, grossRial, feeRial, lines: [] };
}

function parsePayment(cells: string[]): ReportBody['lines'][number] | null {
  const [reference = '', amount = '', fee = ''] = cells;
  const [amountRial, feeRial] = [parseRial(amount), parseRial(fee)];
  if (cells.length !== LINE_COLUMNS || reference === '' || amountRial === null || amountRial === '0')
    return null;
  return feeRial === null ? null : { reference, amountRial, feeRial };
}
