import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import {
  type AuthFailure,
  type AuthOutcome,
  post,
  read,
  whileSessionChanges,
} from '../../../lib/server/auth-post.ts';

/** One passkey of who asks. */
export interface OwnPasskey {
  id: string;
  name: string | null;
  /** The password manager or system that keeps it, where that is known. */
  keeper: string | null;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Only in a secure place (https or this machine), and never while the page is written at build time. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis;
}

/** The device asks who holds it, and keeps the new passkey. Never rejects. */
export async function addPasskey(name: string): Promise<AuthOutcome> {
  const asked = await read('/api/auth/passkey/generate-register-options');
  if (!asked.ok) return asked;
  if (!isQuestion<PublicKeyCredentialCreationOptionsJSON>(asked.answer)) return NOT_ANSWERED;
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const response = await startRegistration({ optionsJSON: asked.answer });
    return await post('/api/auth/passkey/verify-registration', { response, name });
  } catch (error) {
    return deviceFailure(error);
  }
}

/**
 * Logs in by a passkey of this device. Never rejects.
 *
 * @param fromField Offers the passkeys in the address field, and waits until one is chosen there.
 */
export async function signInByPasskey({ fromField }: { fromField: boolean }): Promise<AuthOutcome> {
  const asked = await read('/api/auth/passkey/generate-authenticate-options');
  if (!asked.ok) return asked;
  if (!isQuestion<PublicKeyCredentialRequestOptionsJSON>(asked.answer)) return NOT_ANSWERED;
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const response = await startAuthentication({ optionsJSON: asked.answer, useBrowserAutofill: fromField });
    return await whileSessionChanges(post('/api/auth/passkey/verify-authentication', { response }));
  } catch (error) {
    return deviceFailure(error);
  }
}

/** Whether the browser can offer passkeys in the address field. */
export async function canOfferInField(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/** The address field no longer waits for one. */
export async function stopOffering(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser');
  WebAuthnAbortService.cancelCeremony();
}

export function renamePasskey(id: string, name: string): Promise<AuthOutcome> {
  return post('/api/auth/passkey/update-passkey', { id, name: name.trim() });
}

export function deletePasskey(id: string): Promise<AuthOutcome> {
  return post('/api/auth/passkey/delete-passkey', { id });
}

const NOT_ANSWERED: AuthFailure = { ok: false, code: null, message: null };

/** The library checks the rest of what the server asks the device. */
function isQuestion<T extends { challenge: string }>(answer: unknown): answer is T {
  return typeof answer === 'object' && answer !== null && 'challenge' in answer;
}

const DEVICE_WORDS: Record<string, string> = {
  NotAllowedError: 'Der Vorgang wurde abgebrochen, oder das Gerät hat nicht geantwortet.',
  InvalidStateError: 'Auf diesem Gerät gibt es schon einen Passkey für Ihr Konto.',
  SecurityError: 'Unter dieser Adresse sind Passkeys nicht möglich.',
  NotSupportedError: 'Dieses Gerät kann keine passenden Passkeys verwenden.',
};

/** What the device or the browser itself answered, in the words and with the names that the library gives its errors. */
function deviceFailure(error: unknown): AuthFailure {
  const name = error instanceof Error ? error.name : '';
  return {
    ok: false,
    code: name,
    message: DEVICE_WORDS[name] ?? 'Der Passkey hat nicht geantwortet. Bitte versuchen Sie es noch einmal.',
  };
}
