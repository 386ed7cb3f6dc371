/** Errors of our own scripts in people's browsers, as they report them and as staff sees them. */
import { type Static, Type } from 'typebox';
import { WEB_ERROR_FRAMES, WEB_FRAME, WEB_ROUTE } from '../web-errors.ts';
import { endpoint, open, success, Timestamp, withContent } from './endpoint.ts';

const Frames = Type.Array(Type.String({ maxLength: 110, pattern: WEB_FRAME.source }), {
  maxItems: WEB_ERROR_FRAMES,
});

export const reportWebError = endpoint({
  method: 'POST',
  path: '/web-errors',
  access: 'public',
  rate: 'write',
  summary:
    'An error of a page, without anything of the person; kept under what it has in common with others. Whatever is too much is dropped',
  maxBytes: 4_000,
  body: Type.Object(
    {
      name: Type.String({ maxLength: 40 }),
      message: Type.String({ maxLength: 200 }),
      /** Where in our own scripts, innermost first: `assets/trade-Ab12Cd34.js:1:2345`. */
      frames: Frames,
      /** The page's address; a colon stands for what is particular to one. */
      route: Type.String({ maxLength: 120, pattern: WEB_ROUTE.source }),
      /** Of the web: what its first script is called. */
      version: Type.String({ maxLength: 60, pattern: '^[\\w.-]*$' }),
      language: Type.Enum(['fa', 'en']),
    },
    open,
  ),
  reply: success({}),
  errors: ['TOO_MANY_REQUESTS'],
});

export const WebError = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    message: Type.String(),
    route: Type.String(),
    /** How often it was reported. */
    times: Type.Integer(),
    firstSeenDateTime: Timestamp,
    lastSeenDateTime: Timestamp,
    /** Of the newest report, as are the fields below. */
    version: Type.String(),
    frames: Type.Array(Type.String()),
    /** `Chrome 156` */
    browser: Type.String(),
    language: Type.Enum(['fa', 'en']),
  },
  open,
);
export type WebError = Static<typeof WebError>;

export const webErrors = endpoint({
  method: 'GET',
  path: '/backoffice/web-errors',
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'The hundred kinds of errors of pages that were reported last',
  reply: withContent(WebError),
});
