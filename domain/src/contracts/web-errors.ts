/** Errors of our scripts in users' browsers, as reported by them and as displayed to staff. */
import { type Static, Type } from 'typebox';
import { WEB_ERROR_FRAMES, WEB_FRAME, WEB_ROUTE } from '../web-errors.ts';
import { described, endpoint, LANGUAGES, open, success, Timestamp, withContent } from './endpoint.ts';

const Frames = Type.Array(Type.String({ maxLength: 110, pattern: WEB_FRAME.source }), {
  maxItems: WEB_ERROR_FRAMES,
});

export const reportWebError = endpoint({
  method: 'POST',
  path: '/web-errors',
  pauses: false,
  access: 'public',
  rate: 'write',
  summary:
    'An error of a page, without anything of the person; kept under what it has in common with others. Whatever is too much is dropped',
  maxBytes: 4_000,
  body: Type.Object(
    {
      name: described('Name of the error.', Type.String({ maxLength: 40 })),
      message: described('Message of the error.', Type.String({ maxLength: 200 })),
      frames: described(
        'Where in our own scripts, innermost first: `assets/trade-Ab12Cd34.js:1:2345`.',
        Frames,
      ),
      route: described(
        "The page's address; a colon stands for what is particular to one.",
        Type.String({ maxLength: 120, pattern: WEB_ROUTE.source }),
      ),
      version: described(
        'Of the web: what its first script is called.',
        Type.String({ maxLength: 60, pattern: '^[\\w.-]*$' }),
      ),
      language: described('Language of the page.', Type.Enum(LANGUAGES)),
    },
    open,
  ),
  reply: success({}),
  errors: ['TOO_MANY_REQUESTS'],
});

export const WebError = Type.Object(
  {
    id: described('The id that other calls name it by.', Type.String()),
    name: described('Name of the error.', Type.String()),
    message: described('Message of the error.', Type.String()),
    route: described("The page's address; a colon stands for what is particular to one.", Type.String()),
    times: described('How often it was reported.', Type.Integer()),
    firstSeenDateTime: described('When it was first reported.', Timestamp),
    lastSeenDateTime: described('When it was last reported.', Timestamp),
    version: described('Of the newest report, as are the fields below.', Type.String()),
    frames: described('Where in our own scripts, innermost first.', Type.Array(Type.String())),
    browser: described('`Chrome 156`', Type.String()),
    language: described('What the page was read in: fa or en.', Type.Enum(LANGUAGES)),
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
