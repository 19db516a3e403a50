import type { CustomerState, Role } from '@botdepot/contract';

export const ROLE_WORDS: Record<Role, string> = { user: 'Benutzer', admin: 'Administrator' };

export const STATE_WORDS: Record<CustomerState, string> = { open: 'Nicht gesperrt', locked: 'Gesperrt' };
