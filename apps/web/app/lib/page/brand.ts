/** Set at build time (see vite.config.ts), because prerendered pages carry the name. */
export const BRAND_NAME: string = import.meta.env.BRAND_NAME ?? 'Botdepot';
