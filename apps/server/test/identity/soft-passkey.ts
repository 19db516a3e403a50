import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { z } from 'zod';

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

const options = z.looseObject({ challenge: z.string() });

type Where = { origin: string; rpId: string };
/** How a device, or somebody who holds one, may answer otherwise than it should. */
export type Oddity = Partial<
  Where & { verified: boolean; counter: number; challenge: string; key: KeyObject }
>;

/** A device with one passkey (ES256), as WebAuthn level 3 describes what it sends. */
export class SoftPasskey {
  readonly id = base64url(randomBytes(16));
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #where: Where;
  counter = 0;
  constructor(where: Where = { origin: 'http://localhost:3000', rpId: 'localhost' }) {
    this.#where = where;
  }

  /** The answer to `generate-register-options`. */
  create(asked: unknown, odd: Oddity = {}) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cbor(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([id.length >> 8, id.length & 0xff]);
    const authData = Buffer.concat([this.#state(odd, HAS_KEY), Buffer.alloc(16), length, id, key]);
    const attestation = new Map<string, Value>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(this.#clientData('webauthn.create', asked, odd)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal'],
      },
    };
  }

  /** The answer to `generate-authenticate-options`. */
  use(asked: unknown, odd: Oddity = {}) {
    this.counter += 1;
    const authData = this.#state(odd, 0);
    const clientData = this.#clientData('webauthn.get', asked, odd);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', signed, odd.key ?? this.#keys.privateKey)),
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {} };
  }

  #clientData(type: string, asked: unknown, odd: Oddity): string {
    const challenge = odd.challenge ?? options.parse(asked).challenge;
    return JSON.stringify({ type, challenge, origin: odd.origin ?? this.#where.origin, crossOrigin: false });
  }

  #state(odd: Oddity, more: number): Buffer {
    const verified = odd.verified === false ? 0 : USER_VERIFIED;
    const state = Buffer.alloc(5);
    state.writeUInt8(USER_PRESENT | verified | more, 0);
    state.writeUInt32BE(odd.counter ?? this.counter, 1);
    return Buffer.concat([sha256(odd.rpId ?? this.#where.rpId), state]);
  }
}

type Value = number | string | Buffer | Map<never, never> | Map<number, Value> | Map<string, Value>;

/** As much of RFC 8949 as a passkey needs. */
function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  const pairs = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
}
