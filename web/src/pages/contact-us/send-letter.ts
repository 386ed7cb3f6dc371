import type { contactForm, sendContactMessage } from '@sarraf/domain/contracts';
import { ApiError, call } from '../../lib/api/api.ts';
import type { ContactMessage } from './letter.ts';

/** The server takes no form that is sent sooner after it was opened. */
const SOONEST_MS = 3_000;

interface Opened {
  token: string;
  at: number;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Opens a form at the server, and sends what was written into it; one that has grown too old is opened anew. */
export function createContactSender() {
  let opened: Promise<Opened> | null = null;

  /** Begun when the person comes, so that nobody waits for it later. */
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

  /** Answers the number. Throws an ApiError. */
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
