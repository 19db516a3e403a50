import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export const CLIENT = { id: 'botdepot-test', secret: 'a secret between the two' };

/** An installation that knows this provider. */
export const environmentFor = (discoveryUrl: string) => ({
  DEMO: '0',
  AUTH_SECRET: 'x'.repeat(32),
  OAUTH_PROVIDER_NAME: 'Beispiel-Konto',
  OAUTH_DISCOVERY_URL: discoveryUrl,
  OAUTH_CLIENT_ID: CLIENT.id,
  OAUTH_CLIENT_SECRET: CLIENT.secret,
});

/** Somebody with an account at the provider. */
export type Person = { sub: string; email: string; verified: boolean };

/** What it tells of everybody besides, in token and page: a name that turns the text around it, and a picture from elsewhere. */
const TOLD_OF_ALL = { name: 'Mallory\u202e\u0007', picture: 'https://evil.example/me.png' };

type Grant = { person: Person; challenge: string; nonce: string; redirectUri: string };

/** What a provider, or somebody between it and us, may get wrong. */
export type Faults = {
  nonce?: string;
  issuer?: string;
  audience?: string;
  strangeKey?: boolean;
  /** The token is none: nobody signed it. */
  unsigned?: boolean;
  expired?: boolean;
  /** Its page about the person tells of somebody else than the token. */
  otherPerson?: string;
  /** Takes a code as often as it is sent, from whoever began the login. */
  careless?: boolean;
  /** Answers a code with this status, a page that repeats it and an address that does. */
  repeating?: number;
};

export type OidcProvider = {
  discoveryUrl: string;
  /** What the next tokens are wrong in. */
  faults: Faults;
  /** The person agrees on the provider's page; the answer is where their browser is sent, with code and state. */
  agree(authorizationUrl: string, person: Person): URL;
  /** How often somebody exchanged a code. */
  readonly exchanges: number;
  stop(): Promise<void>;
};

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A small OpenID Connect provider: discovery, authorization code with PKCE, signed id_token, userinfo and keys. */
export async function startOidcProvider(port = 0): Promise<OidcProvider> {
  const keys = newKey();
  const strange = newKey();
  const grants = new Map<string, Grant>();
  const signedIn = new Map<string, Person>();
  const faults: Faults = {};
  let exchanges = 0;
  let issuer = '';

  const idToken = ({ person, nonce }: Grant): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: faults.issuer ?? issuer,
      aud: faults.audience ?? CLIENT.id,
      sub: person.sub,
      email: person.email,
      email_verified: person.verified,
      ...TOLD_OF_ALL,
      nonce: faults.nonce ?? nonce,
      iat: faults.expired ? now - 7_200 : now,
      exp: faults.expired ? now - 3_600 : now + 300,
    };
    if (faults.unsigned) return `${part({ alg: 'none' })}.${part(claims)}.`;
    const content = `${part({ alg: 'RS256', kid: 'one' })}.${part(claims)}`;
    const key = createPrivateKey(
      (faults.strangeKey ? strange : keys).privateKey.export({ type: 'pkcs8', format: 'pem' }),
    );
    return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
  };

  const exchange = async (request: IncomingMessage): Promise<[number, object | string]> => {
    exchanges += 1;
    const form = new URLSearchParams(await text(request));
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;
    const isClient =
      request.headers.authorization === basic ||
      (form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret);
    if (!isClient) return [401, { error: 'invalid_client' }];
    const code = form.get('code') ?? '';
    if (faults.repeating) return [faults.repeating, `<p>${code}</p>`];
    const grant = grants.get(code);
    if (!faults.careless) grants.delete(code);
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (
      !grant ||
      (!faults.careless && verifier !== grant.challenge) ||
      form.get('redirect_uri') !== grant.redirectUri
    )
      return [400, { error: 'invalid_grant' }];
    const accessToken = randomBytes(16).toString('hex');
    signedIn.set(accessToken, grant.person);
    return [
      200,
      {
        token_type: 'Bearer',
        access_token: accessToken,
        refresh_token: randomBytes(16).toString('hex'),
        expires_in: 300,
        scope: 'openid email profile',
        id_token: idToken(grant),
      },
    ];
  };

  const respond = async (request: IncomingMessage): Promise<[number, object | string]> => {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer,
            authorization_endpoint: `${issuer}/authorize`,
            token_endpoint: `${issuer}/token`,
            userinfo_endpoint: `${issuer}/userinfo`,
            jwks_uri: `${issuer}/jwks`,
            id_token_signing_alg_values_supported: ['RS256'],
          },
        ];
      case '/jwks':
        return [
          200,
          { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
        ];
      case '/token':
        return exchange(request);
      case '/userinfo': {
        const person = signedIn.get(request.headers.authorization?.slice('Bearer '.length) ?? '');
        if (!person) return [401, {}];
        return [
          200,
          {
            sub: faults.otherPerson ?? person.sub,
            email: person.email,
            email_verified: person.verified,
            ...TOLD_OF_ALL,
          },
        ];
      }
      default:
        return [404, {}];
    }
  };

  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const [status, body] = await respond(request);
    if (typeof body === 'string') response.writeHead(status, { location: `/${body}` }).end(body);
    else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  issuer = `http://127.0.0.1:${await listen(server, port)}`;

  return {
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    faults,
    get exchanges() {
      return exchanges;
    },
    agree(authorizationUrl, person) {
      const asked = new URL(authorizationUrl);
      const get = (name: string) => asked.searchParams.get(name) ?? '';
      if (asked.origin + asked.pathname !== `${issuer}/authorize`) throw new Error('not our address');
      if (get('client_id') !== CLIENT.id || get('response_type') !== 'code')
        throw new Error('not our client');
      if (get('code_challenge_method') !== 'S256' || get('nonce') === '') throw new Error('not bound');
      const code = randomBytes(16).toString('hex');
      const redirectUri = get('redirect_uri');
      grants.set(code, { person, challenge: get('code_challenge'), nonce: get('nonce'), redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: get('state') }).toString();
      return back;
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('no port'));
    });
  });
}
