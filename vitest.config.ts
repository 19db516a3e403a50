import { configDefaults, defineConfig } from 'vitest/config';

/** Runs over years of candles and many seeds: most of the time of all pure tests. */
const STUDIES = [
  'packages/trading/src/{simulator,strategies}/**/*.test.ts',
  'packages/**/*.property.test.ts',
];
/** They leave nothing behind, so they may share a process: half their time was starting new ones. */
const pure = {
  isolate: false,
  // The slowest takes a second or two; a busy machine is no failure.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    // Left to itself it keeps one core free, which is half of a small machine.
    maxWorkers: '100%',
    tags: [
      {
        name: 'long',
        description: 'What takes longer than it protects in every run: left to `npm run test:full`.',
      },
      {
        name: 'rounds',
        description: 'Repeated a few times by `npm test`, and often by `npm run test:full`.',
      },
    ],
    projects: [
      {
        // Pure rules, no database, no browser: seconds, part of `npm run check`.
        test: {
          name: 'unit',
          ...pure,
          include: [
            'packages/**/*.test.ts',
            'apps/*/{src,app}/**/*.test.{ts,tsx}',
            'apps/web/*.test.ts',
            'tools/**/*.test.ts',
            'test/drills/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...STUDIES],
        },
      },
      {
        test: { name: 'studies', ...pure, include: STUDIES },
      },
      {
        test: {
          name: 'server',
          // Each file has its own database and server; in new processes they would take a third more of the processor.
          isolate: false,
          include: ['apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.setup.ts'],
          setupFiles: ['apps/server/test/quick-passwords.setup.ts'],
          // Generous: what hangs is found all the same, and a busy machine is no failure.
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The start script with real processes; each story starts the whole product at least once.
        test: {
          name: 'start',
          include: ['test/start/**/*.test.ts'],
          // After the others: it measures times and needs both cores for the build.
          sequence: { groupOrder: 1 },
          maxWorkers: 1,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
