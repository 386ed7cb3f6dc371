/** Errors of our scripts in users' browsers, as reported by them and as displayed to staff. */
import { type Static, Type } from 'typebox';
import { WEB_ERROR_FRAMES, WEB_FRAME, WEB_ROUTE } from '../web-errors.ts';
import { endpoint, LANGUAGES } from './endpoint.ts';
import { described, integer, list, listReply, object, oneOf, success, text, time } from './fields.ts';

const Frames = Type.Array(Type.String({ maxLength: 110, pattern: WEB_FRAME.source }), {
  maxItems: WEB_ERROR_FRAMES,
});

export const reportWebError = endpoint('POST', '/web-errors', {
  refusedInMaintenance: false,
  access: 'public',
  rate: 'write',
  summary:
    'Reports an error of a page, without personal data; similar errors are grouped. Reports above the limits are dropped',
  maxBytes: 4_000,
  body: object({
    name: text('Name of the error.', { maxLength: 40 }),
    message: text('Message of the error.', { maxLength: 200 }),
    frames: described(
      "Stack frames in the site's own scripts, innermost first: `assets/trade-Ab12Cd34.js:1:2345`.",
      Frames,
    ),
    route: text('Route of the page, with colons marking its parameters.', {
      maxLength: 120,
      pattern: WEB_ROUTE.source,
    }),
    version: text('Version of the web app: the name of its first script.', {
      maxLength: 60,
      pattern: '^[\\w.-]*$',
    }),
    language: oneOf('Language of the page.', LANGUAGES),
  }),
  reply: success({}),
  errors: ['TOO_MANY_REQUESTS'],
});

export const WebError = object({
  id: text('Identifier used in other calls.'),
  name: text('Name of the error.'),
  message: text('Message of the error.'),
  route: text('Route of the page, with colons marking its parameters.'),
  times: integer('Number of reports.'),
  firstSeenDateTime: time('Time of the first report.'),
  lastSeenDateTime: time('Time of the last report.'),
  version: text('Version of the web app in the newest report. The fields below are also from that report.'),
  frames: list("Stack frames in the site's own scripts, innermost first.", Type.String()),
  browser: text('Browser, e.g. `Chrome 156`.'),
  language: oneOf('Language of the page: fa or en.', LANGUAGES),
});
export type WebError = Static<typeof WebError>;

export const webErrors = endpoint('GET', '/backoffice/web-errors', {
  access: 'staff',
  roles: ['support'],
  rate: 'read',
  summary: 'Returns the hundred most recently reported kinds of page errors',
  reply: listReply(WebError),
});
