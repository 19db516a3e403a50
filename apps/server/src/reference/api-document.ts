import { contract, ERRORS, type ErrorCode, PLAY_MONEY_NOTICE } from '@botdepot/contract';
import { type OpenAPI, OpenAPIGenerator } from '@orpc/openapi';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { authPaths } from './auth-paths.ts';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Groups in the order in which a newcomer needs them; every tag of the contract has its sentence here. */
const TAGS: Record<string, string> = {
  auth: 'Anmelden, Sitzungen, Passwort und zweiter Faktor.',
  identity: 'Das eigene Profil und was diese Installation kann.',
  markets: 'Kurse und Kerzen, mit Quelle und Alter.',
  wallet: 'Guthaben, Buchungen, Einzahlungen und Auszahlungen in Spielgeld.',
  bots: 'Bots, Anlagen und ihre Ausführungen.',
  backtests: 'Rücktests auf gespeicherten Kursen.',
  testbench: 'Eigene Bots aus Regeln, und was mit ihnen versucht wurde.',
  trackRecord: 'Der öffentliche, versiegelte Nachweis.',
  notifications: 'Benachrichtigungen.',
  support: 'Der Support-Chat.',
  mailbox: 'Das Postfach der Demo.',
  admin: 'Nur für Administratoren.',
};

const DESCRIPTION = `**${PLAY_MONEY_NOTICE}.** Alle Beträge sind Spielgeld, 1 USD = 1 USDT.

- **Anmelden:** \`POST /api/auth/sign-in/email\`. Browser bekommen ein Cookie, andere Programme lesen den Kopf \`set-auth-token\` und senden ihn als \`Authorization: Bearer …\`. \`GET /api/auth/token\` stellt dazu ein Zugriffstoken für 15 Minuten aus; die Schlüssel stehen unter \`/.well-known/jwks.json\`.
- **Beträge** sind Dezimaltexte („1234.56“), nie Zahlen. Zeiten sind ISO 8601 in UTC.
- **Geldbefehle** verlangen den Kopf \`Idempotency-Key\` mit einer UUID. Derselbe Schlüssel mit demselben Inhalt gibt dieselbe Antwort noch einmal, mit anderem Inhalt 422.
- **Fehler** tragen \`code\`, \`status\`, \`message\` und je nach Code \`data\`. Unbekannte Felder werden abgelehnt.
- **Live:** WebSocket \`/api/live\`; Meldungen sind Hinweise, neu zu laden, nur Kurse bringen ihre Werte mit.`;

const idempotencyKey: OpenAPI.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Eine neue UUID je Befehl; bei einer Wiederholung dieselbe.',
  schema: { type: 'string', format: 'uuid' },
};

/** The OpenAPI 3.1 document of every operation, made from the contract and from the table of the auth gate. */
export async function createApiDocument(about: {
  brandName: string;
  version: string;
  baseUrl: string;
}): Promise<OpenAPI.Document> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(contract, {
    info: { title: `${about.brandName} API`, version: about.version, description: DESCRIPTION },
    servers: [{ url: `${about.baseUrl}/api` }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ session: [] }, { bearer: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie(about.baseUrl) },
        bearer: { type: 'http', scheme: 'bearer', description: 'Sitzungstoken oder Zugriffstoken.' },
      },
    },
  });
  for (const path of Object.values(document.paths ?? {}))
    for (const method of METHODS) {
      const operation = path?.[method];
      if (operation) completeOperation(operation);
    }
  return { ...document, paths: { ...document.paths, ...authPaths() } };
}

/** What the contract knows and the generator does not say: the key of a money command, and what anyone may call. */
function completeOperation(operation: OpenAPI.OperationObject): void {
  const codes = JSON.stringify(operation.responses ?? {});
  const declares = (code: ErrorCode) => codes.includes(`"${code}"`);
  if (declares('IDEMPOTENCY_KEY_REQUIRED'))
    operation.parameters = [...(operation.parameters ?? []), idempotencyKey];
  if (!declares('UNAUTHENTICATED')) operation.security = [];
  operation.responses = { ...withRefusalsOfTheGate(operation.responses), ...answersOfTheGate() };
}

/** What the gate refuses before an operation is found, by status: the operation's own errors share some of these. */
const GATE_CODES = [
  'BAD_REQUEST',
  'DUPLICATE_FIELD',
  'FOREIGN_ORIGIN',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_CHARSET',
  'UNSUPPORTED_CONTENT_ENCODING',
  'UNSUPPORTED_MEDIA_TYPE',
] satisfies ErrorCode[];

function withRefusalsOfTheGate(responses: OpenAPI.ResponsesObject = {}): OpenAPI.ResponsesObject {
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const codes = GATE_CODES.filter((code) => ERRORS[code].status === Number(status));
      const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined;
      if (codes.length === 0 || !schema || !('oneOf' in schema) || !schema.oneOf) return [status, response];
      const own = JSON.stringify(schema.oneOf);
      const others = codes.filter((code) => !own.includes(`"${code}"`)).map(refusalOfTheGate);
      const content = { 'application/json': { schema: { oneOf: [...schema.oneOf, ...others] } } };
      return [status, { ...response, content }];
    }),
  );
}

const refusalOfTheGate = (code: ErrorCode): OpenAPI.SchemaObject => ({
  type: 'object',
  required: ['defined', 'code', 'status', 'message'],
  properties: {
    defined: { const: true },
    code: { const: code },
    status: { const: ERRORS[code].status },
    message: { type: 'string' },
  },
});

/** Before any operation runs: the answers that every one of them can give. */
function answersOfTheGate(): OpenAPI.ResponsesObject {
  return {
    default: {
      description: `Andere Fehler, zum Beispiel ${ERRORS.TOO_MANY_REQUESTS.status} oder ${ERRORS.UNAVAILABLE.status}.`,
      content: { 'application/json': { schema: errorSchema } },
    },
  };
}

const errorSchema: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string' },
    status: { type: 'integer' },
    message: { type: 'string' },
    data: {},
  },
};

const sessionCookie = (baseUrl: string): string =>
  baseUrl.startsWith('https:') ? '__Host-botdepot.session_token' : 'botdepot.session_token';
