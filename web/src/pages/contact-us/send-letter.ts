import type { contactForm, sendContactMessage } from '@sarraf/domain/contracts';
import { ApiError, call } from '../../lib/api/api.ts';
import type { ContactMessage } from './letter.ts';

/** The server refuses a form that is submitted sooner after it was opened. */
const MIN_OPEN_MS = 3_000;

interface OpenedForm {
  token: string;
  at: number;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Opens a form on the server and submits its content; an expired form is opened again. */
export function createContactSender() {
  let openedForm: Promise<OpenedForm> | null = null;

  /** Called when the page opens, to avoid a delay later. */
  function openForm(): Promise<OpenedForm> {
    openedForm ??= call<typeof contactForm>('GET', '/contact-form').then(({ baseDTO }) => ({
      token: baseDTO.token,
      at: performance.now(),
    }));
    const current = openedForm;
    current.catch(() => {
      if (openedForm === current) openedForm = null;
    });
    return current;
  }

  async function attemptSend(message: ContactMessage, website: string): Promise<string> {
    const { token, at } = await openForm();
    await sleep(at + MIN_OPEN_MS - performance.now());
    const body = { ...message, token, ...(website !== '' && { website }) };
    const { baseDTO } = await call<typeof sendContactMessage>('POST', '/contact-messages', { body });
    openedForm = null;
    return baseDTO.number;
  }

  /** Resolves with the ticket number. Throws an ApiError. */
  async function send(message: ContactMessage, website: string): Promise<string> {
    try {
      return await attemptSend(message, website);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'FORM_EXPIRED')) throw error;
      openedForm = null;
      return attemptSend(message, website);
    }
  }

  return { open: () => void openForm().catch(() => undefined), send };
}
