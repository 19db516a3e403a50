import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { licences } from './licences.ts';

const API_ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** What the prerendered pages say about this installation; null where the operator has said nothing. */
const said = (name: string): string | null => process.env[name]?.trim() || null;
const publicUrl = said('PUBLIC_URL');

export default defineConfig({
  plugins: [reactRouter(), licences()],
  define: {
    // The brand belongs to the build: prerendered pages carry it.
    'import.meta.env.BRAND_NAME': JSON.stringify(said('BRAND_NAME') ?? 'Botdepot'),
    'import.meta.env.PUBLIC_ORIGIN': JSON.stringify(publicUrl && new URL(publicUrl).origin),
    'import.meta.env.OPERATOR': JSON.stringify({
      name: said('OPERATOR_NAME'),
      address: said('OPERATOR_ADDRESS'),
      representative: said('OPERATOR_REPRESENTATIVE'),
      email: said('OPERATOR_EMAIL'),
      phone: said('OPERATOR_PHONE'),
      register: said('OPERATOR_REGISTER'),
      vatId: said('OPERATOR_VAT_ID'),
    }),
  },
  build: {
    // Everything stays a file of its own, so the content security policy needs no `data:`.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  server: {
    proxy: { '/api': { target: API_ORIGIN, ws: true } },
  },
});
