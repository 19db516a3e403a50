import { ADMIN_FIELD_WORDS, type AdminField, type CustomerState, type Role } from '@botdepot/contract';

export const ROLE_WORDS: Record<Role, string> = { user: 'Benutzer', admin: 'Administrator' };

/** „Administrator“, and the field of one who may not do everything: „Administrator (Support)“. */
export function roleText({ role, adminField }: { role: Role; adminField: AdminField | null }): string {
  const field =
    adminField === null || adminField === 'all' ? '' : ` (${ADMIN_FIELD_WORDS[adminField].label})`;
  return `${ROLE_WORDS[role]}${field}`;
}

export const STATE_WORDS: Record<CustomerState, string> = { open: 'Nicht gesperrt', locked: 'Gesperrt' };
