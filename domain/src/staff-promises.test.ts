import { describe, expect, it } from 'vitest';
import { getStaffDeadline, WAITING_KINDS } from './staff-promises.ts';

const at = (text: string): number => Date.parse(text);

describe('the deadline of pending work', () => {
  it('is the end of the day in Tehran for “the same day”', () => {
    const noon = getStaffDeadline('WITHDRAWAL', at('2026-11-26T08:30:00Z'));
    expect(noon).toEqual({ promise: 'SAME_DAY', dueAt: at('2026-11-26T20:30:00Z') });
    // It is past midnight there.
    expect(getStaffDeadline('WITHDRAWAL', at('2026-11-26T20:31:00Z')).dueAt).toBe(at('2026-11-27T20:30:00Z'));
  });

  it('is the time quoted to the user, before any rule', () => {
    const deadline = at('2026-11-28T20:30:00Z');
    expect(getStaffDeadline('WITHDRAWAL', at('2026-11-26T08:30:00Z'), deadline)).toEqual({
      promise: 'BANK_DAY',
      dueAt: deadline,
    });
    expect(getStaffDeadline('ALARM', at('2026-11-26T08:30:00Z'), deadline)).toEqual({
      promise: 'ESCALATES',
      dueAt: deadline,
    });
  });

  it('is a day if no time was quoted, and absent if only staff waits', () => {
    expect(getStaffDeadline('REVIEW', 0)).toEqual({ promise: 'AIM', dueAt: 86_400_000 });
    expect(getStaffDeadline('ROW_CHANGE', 0)).toEqual({ promise: 'NONE', dueAt: null });
    for (const kind of WAITING_KINDS)
      expect(getStaffDeadline(kind, 0).dueAt === null).toBe(['ALARM', 'ROW_CHANGE'].includes(kind));
  });
});
