/** What the built pages say about this installation; null where the operator has said nothing. */
export const said = (name: string): string | null => process.env[name]?.trim() || null;

const publicUrl = said('PUBLIC_URL');

export const BRAND_NAME = said('BRAND_NAME') ?? 'Botdepot';

/** `https://example.org`, or null when PUBLIC_URL is not set. */
export const PUBLIC_ORIGIN = publicUrl && new URL(publicUrl).origin;
