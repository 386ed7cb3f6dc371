/** A passkey in software (WebAuthn, ES256, no attestation), as a browser would use it, and users who have one. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyCreation, PasskeyRequest, PasskeyRow } from '@sarraf/domain/contracts';
import type { IdentityFixture } from './identity.ts';

/** Origin of the requesting page, independent of the server's. */
const ORIGIN = 'https://sarraf.test';

/** Values that a browser or an authenticator may send; each is valid by default. */
interface AuthenticatorValues {
  origin?: string;
  rpId?: string;
  type?: string;
  /** User present 1, verified 4, backup eligible 8, backed up 16, credential data included 64. */
  flags?: number;
  counter?: number;
  userHandle?: string;
  more?: object;
}

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();
const encodeClientData = (
  challenge: string,
  type: string,
  { origin, more = {}, ...values }: AuthenticatorValues,
) =>
  Buffer.from(JSON.stringify({ type: values.type ?? type, challenge, origin, crossOrigin: false, ...more }));

/** Encodes relying party, flags and counter. */
function encodeAuthenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const head = Buffer.alloc(37);
  sha256(rpId).copy(head);
  head.writeUInt8(flags, 32);
  head.writeUInt32BE(counter, 33);
  return head;
}

export type SoftPasskey = ReturnType<typeof createSoftPasskey>;

export function createSoftPasskey(origin = ORIGIN) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle: string | undefined;
  // Hand-written CBOR: a COSE key of P-256, and an attestation object without a statement.
  const key = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  return {
    id: id.toString('base64url'),
    /** Returns the result of `navigator.credentials.create`, as the page sends it. */
    create(creation: PasskeyCreation, values: AuthenticatorValues = {}) {
      ({ userHandle } = creation);
      const head = encodeAuthenticatorData(values.rpId ?? creation.rpId, values.flags ?? 0x5d, counter);
      const attestedData = Buffer.concat([head, Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([attestedData.length]),
        attestedData,
      ]);
      return {
        id: id.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        clientDataJSON: encodeClientData(creation.challenge, 'webauthn.create', {
          origin,
          ...values,
        }).toString('base64url'),
      };
    },
    /** Returns the result of `navigator.credentials.get`; it counts up by one each time. */
    answer(
      request: Pick<PasskeyRequest, 'challenge' | 'rpId'>,
      values: AuthenticatorValues = {},
    ): PasskeyAssertion {
      counter = values.counter ?? counter + 1;
      const data = encodeAuthenticatorData(values.rpId ?? request.rpId, values.flags ?? 0x1d, counter);
      const clientData = encodeClientData(request.challenge, 'webauthn.get', { origin, ...values });
      const handle = values.userHandle ?? userHandle;
      return {
        id: id.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        clientDataJSON: clientData.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString(
          'base64url',
        ),
        ...(handle !== undefined && { userHandle: handle }),
      };
    },
  };
}

/** Adds a passkey to the signed-in user. */
export async function addPasskey(
  context: IdentityFixture,
  token: string,
  passkey = createSoftPasskey(),
): Promise<{ passkey: SoftPasskey; row: PasskeyRow }> {
  const reply = await context.callProved('POST', '/users/passkeys/begin', { token });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const body = { name: 'Phone', transports: ['internal'], ...passkey.create(reply.body.baseDTO) };
  const added = await context.call('POST', '/users/passkeys', { token, body });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
  return { passkey, row: added.body.baseDTO };
}

type PostRequest = (path: string, body: object) => ReturnType<IdentityFixture['call']>;

/** Signs in with a passkey in a browser; `email`: after the password. */
export async function signInWithSoftPasskey(post: PostRequest, passkey: SoftPasskey, email?: string) {
  const emailField = email === undefined ? {} : { email };
  const reply = await post('/users/passkeys/challenge', emailField);
  if (reply.status !== 200) return reply;
  return post('/users/passkeys/sign-in', { ...emailField, passkey: passkey.answer(reply.body.baseDTO) });
}
