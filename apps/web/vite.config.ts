import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

const API_ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  plugins: [reactRouter()],
  define: {
    // The brand belongs to the build: prerendered pages carry it.
    'import.meta.env.BRAND_NAME': JSON.stringify(process.env.BRAND_NAME ?? 'Botdepot'),
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
