import type { Auth } from './auth.ts';
import type { Role } from './identity.store.ts';

export type Persona = { email: string; name: string; role: Role; password: string; createdAt?: Date };

/** Creates one of the demo's people: verified, marked as demo. Returns the id. */
export function createPersona(auth: Pick<Auth, 'createUser'>, persona: Persona): Promise<string> {
  return auth.createUser({ ...persona, demo: true });
}
