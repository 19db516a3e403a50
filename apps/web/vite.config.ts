import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { chunks } from './chunks.ts';
import { contractRoutes } from './contract-routes.ts';
import { fontParts } from './font-parts.ts';
import { BRAND_NAME, PUBLIC_ORIGIN, said } from './installation.ts';
import { licences } from './licences.ts';
import { mantineVariables } from './mantine-variables.ts';
import { outcomes } from './outcomes.ts';
import { colour } from './palette.ts';
import { utilities } from './utilities.ts';

const API_ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig(async () => ({
  resolve: { alias: { '@inter': await fontParts() } },
  plugins: [
    utilities(),
    tailwindcss(),
    reactRouter(),
    chunks(),
    contractRoutes(),
    licences(),
    mantineVariables(),
  ],
  define: {
    // The brand belongs to the build: prerendered pages carry it.
    'import.meta.env.BRAND_NAME': JSON.stringify(BRAND_NAME),
    'import.meta.env.PUBLIC_ORIGIN': JSON.stringify(PUBLIC_ORIGIN),
    'import.meta.env.PAGE_COLOURS': JSON.stringify({
      light: colour('bg'),
      dark: colour('bg', 'dark'),
    }),
    'import.meta.env.OUTCOMES': JSON.stringify(outcomes()),
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
    // Nobody reads them, and they cost as much as packing once more.
    reportCompressedSize: false,
  },
  server: {
    proxy: { '/api': { target: API_ORIGIN, ws: true } },
  },
}));
