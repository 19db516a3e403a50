import type { Config } from '@react-router/dev/config';
import { PRERENDERED_PATHS } from './app/lib/url/urls.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  // No server rendering at run time: the server hands out the files of build/client. Public pages are written as HTML
  // at build time, pages behind the login get documents of their own (`app-documents.ts`), every other path starts from
  // `__spa-fallback.html`.
  ssr: false,
  prerender: [...PRERENDERED_PATHS],
  // Loaded only then: the configuration is read several times, also without a build.
  buildEnd: async () => (await import('./after-build.ts')).afterBuild(),
} satisfies Config;
