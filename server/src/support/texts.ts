import { normalizeLine } from '@sarraf/domain';
import type { Secrets } from '../platform/secrets/secrets.ts';
import type { TicketRow } from './store.ts';

export interface Visitor {
  name: string;
  email: string;
}

/** Characters that no text needs: controls, and those that change the text direction. */
const UNWANTED_CHARACTERS = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** Joins several typed lines to one. */
export const toOneLine = normalizeLine;

/** Trims, and limits line breaks to two in a row. */
export const normalizeLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNWANTED_CHARACTERS, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const LINK = /(?:https?:\/\/|www\.)\S/gi;
export const countLinks = (text: string): number => text.match(LINK)?.length ?? 0;

export const decryptVisitor = (
  secrets: Secrets,
  { id, visitor }: Pick<TicketRow, 'id' | 'visitor'>,
): Visitor | null =>
  visitor === null
    ? null
    : (JSON.parse(secrets.decrypt(visitor, 'tickets.visitor_encrypted', id)) as Visitor);
