import type { OpenAPI } from '@orpc/openapi';
import { z } from 'zod';
import { AUTH_ROUTES } from '../modules/identity/index.ts';

/** What each endpoint of the auth gate is for; a test keeps it complete. */
export const AUTH_SUMMARIES: Record<string, string> = {
  '/sign-up/email': 'Konto anlegen',
  '/sign-in/email': 'Anmelden; mit zweitem Faktor folgt der Code',
  '/sign-out': 'Diese Sitzung beenden',
  '/get-session': 'Die eigene Sitzung lesen und bei Bedarf verlängern',
  '/list-sessions': 'Eigene Sitzungen',
  '/revoke-session': 'Eine eigene Sitzung beenden',
  '/revoke-sessions': 'Alle Sitzungen beenden',
  '/revoke-other-sessions': 'Alle anderen Sitzungen beenden',
  '/update-user': 'Namen ändern',
  '/change-password': 'Passwort ändern',
  '/two-factor/enable': 'Zweiten Faktor einrichten; der erste richtige Code schaltet ihn ein',
  '/two-factor/disable': 'Zweiten Faktor abschalten',
  '/two-factor/generate-backup-codes': 'Neue Ersatzcodes',
  '/two-factor/verify-totp': 'Code der Authenticator-App prüfen',
  '/two-factor/verify-backup-code': 'Ersatzcode einlösen',
  '/send-verification-email': 'Bestätigungs-E-Mail noch einmal senden',
  '/verify-email': 'E-Mail-Adresse bestätigen; Ziel des Links aus der E-Mail',
  '/request-password-reset': 'Neues Passwort anfordern',
  '/reset-password': 'Neues Passwort festlegen',
  '/captcha': 'Aufgabe gegen Roboter, wo sie verlangt wird',
  '/reauthenticate': 'Noch einmal beweisen, wer die Sitzung benutzt',
  '/passkey/generate-register-options': 'Passkey hinzufügen: die Aufgabe',
  '/passkey/verify-registration': 'Passkey hinzufügen: die Antwort',
  '/passkey/generate-authenticate-options': 'Mit Passkey anmelden: die Aufgabe',
  '/passkey/verify-authentication': 'Mit Passkey anmelden: die Antwort',
  '/passkey/list-user-passkeys': 'Eigene Passkeys',
  '/passkey/update-passkey': 'Einen eigenen Passkey umbenennen',
  '/passkey/delete-passkey': 'Einen eigenen Passkey löschen',
  '/sign-in/social': 'Mit dem Anbieter anmelden: wohin der Browser geht',
  '/link-social': 'Identität beim Anbieter verbinden: wohin der Browser geht',
  '/callback/oidc': 'Rückweg vom Anbieter',
  '/list-accounts': 'Verbundene Identitäten',
  '/unlink-account': 'Eine Identität trennen',
  '/token': 'Zugriffstoken für 15 Minuten',
  '/.well-known/jwks.json': 'Schlüssel, mit denen Zugriffstoken geprüft werden',
  '/request-email-change': 'Neue E-Mail-Adresse angeben; sie bekommt einen Link',
  '/describe-email-change': 'Welche neue E-Mail-Adresse dieser Link bestätigt',
  '/confirm-email-change': 'Neue E-Mail-Adresse bestätigen',
  '/describe-email-undo': 'Welche frühere E-Mail-Adresse dieser Link zurückholt',
  '/undo-email-change': 'Die frühere E-Mail-Adresse zurückholen; beendet alle Sitzungen',
};

/** Browsers come here from an e-mail or from the provider and go on to a page. */
const REACHED_BY_LINK = new Set(['/verify-email', '/callback/oidc']);

/** The endpoints of the auth gate, from the same table that the gate enforces. */
export function authPaths(): OpenAPI.PathsObject {
  return Object.fromEntries(
    Object.entries(AUTH_ROUTES).map(([path, route]) => [
      `/auth${path}`,
      { [route.method.toLowerCase()]: operationOf(path, route) },
    ]),
  );
}

function operationOf(path: string, route: (typeof AUTH_ROUTES)[string]): OpenAPI.OperationObject {
  return {
    operationId: `auth${path.replaceAll(/[/-](\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: AUTH_SUMMARIES[path] ?? path,
    tags: ['auth'],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: bodyOf(route.body) } },
      },
    }),
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: {} } } },
      ...(REACHED_BY_LINK.has(path) && {
        302: { description: 'Weiter zu einer Seite, die das Ergebnis sagt' },
      }),
      default: {
        description: 'Abgelehnt, mit einer deutschen Meldung',
        content: { 'application/json': { schema: refusal } },
      },
    },
  };
}

const refusal: OpenAPI.SchemaObject = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
};

function bodyOf(body: z.ZodType): OpenAPI.SchemaObject {
  const { $schema, ...schema } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  // JSON Schema 2020-12 is what OpenAPI 3.1 describes bodies with; the two libraries' types do not know each other.
  return schema as OpenAPI.SchemaObject;
}
