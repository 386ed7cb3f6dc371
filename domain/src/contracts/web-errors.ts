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
    'Reports an error of a page, without personal data; similar errors are grouped. Reports above the limits are dropped',
  maxBytes: 4_000,
  body: Type.Object(
    {
      name: described('Name of the error.', Type.String({ maxLength: 40 })),
      message: described('Message of the error.', Type.String({ maxLength: 200 })),
      frames: described(
        "Stack frames in the site's own scripts, innermost first: `assets/trade-Ab12Cd34.js:1:2345`.",
        Frames,
      ),
      route: described(
        'Route of the page, with colons marking its parameters.',
        Type.String({ maxLength: 120, pattern: WEB_ROUTE.source }),
      ),
      version: described(
        'Version of the web app: the name of its first script.',
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
    id: described('Identifier used in other calls.', Type.String()),
    name: described('Name of the error.', Type.String()),
    message: described('Message of the error.', Type.String()),
    route: described('Route of the page, with colons marking its parameters.', Type.String()),
    times: described('Number of reports.', Type.Integer()),
    firstSeenDateTime: described('Time of the first report.', Timestamp),
    lastSeenDateTime: described('Time of the last report.', Timestamp),
    version: described(
      'Version of the web app in the newest report. The fields below are also from that report.',
      Type.String(),
    ),
    frames: described("Stack frames in the site's own scripts, innermost first.", Type.Array(Type.String())),
    browser: described('Browser, e.g. `Chrome 156`.', Type.String()),
    language: described('Language of the page: fa or en.', Type.Enum(LANGUAGES)),
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
  summary: 'Returns the hundred most recently reported kinds of page errors',
  reply: withContent(WebError),
});
