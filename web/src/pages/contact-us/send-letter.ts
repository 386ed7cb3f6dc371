import type { contactForm, sendContactMessage } from '@sarraf/domain/contracts';
import { ApiError, call } from '../../lib/api/api.ts';
import type { ContactMessage } from './letter.ts';

/** The server refuses a form that is submitted sooner after it was opened. */
const SOONEST_MS = 3_000;

interface Opened {
  token: string;
  at: number;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Opens a form on the server and submits its content; an expired form is opened again. */
export function createContactSender() {
  let opened: Promise<Opened> | null = null;

  /** Called when the page opens, to avoid a delay later. */
  function open(): Promise<Opened> {
    opened ??= call<typeof contactForm>('GET', '/contact-form').then(({ baseDTO }) => ({
      token: baseDTO.token,
      at: performance.now(),
    }));
    const begun = opened;
    begun.catch(() => {
      if (opened === begun) opened = null;
    });
    return begun;
  }

  async function attempt(letter: ContactMessage, website: string): Promise<string> {
    const { token, at } = await open();
    await sleep(at + SOONEST_MS - performance.now());
    const body = { ...letter, token, ...(website !== '' && { website }) };
    const { baseDTO } = await call<typeof sendContactMessage>('POST', '/contact-messages', { body });
    opened = null;
    return baseDTO.number;
  }

  /** Resolves with the ticket number. Throws an ApiError. */
  async function send(letter: ContactMessage, website: string): Promise<string> {
    try {
      return await attempt(letter, website);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'FORM_EXPIRED')) throw error;
      opened = null;
      return attempt(letter, website);
    }
  }

  return { open: () => void open().catch(() => undefined), send };
}
