import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Left to itself it keeps one core free, which is half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        // Pure rules, no database, no browser: seconds, part of `npm run check`.
        test: {
          name: 'unit',
          // They leave nothing behind, so they may share a process: half the time of the quick gate was starting new ones.
          isolate: false,
          // The slowest takes a second or two; a busy machine is no failure.
          testTimeout: 60_000,
          include: [
            'packages/**/*.test.ts',
            'apps/*/{src,app}/**/*.test.ts',
            'tools/**/*.test.ts',
            'test/drills/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['apps/server/test/**/*.test.ts'],
          globalSetup: ['apps/server/test/database.setup.ts'],
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
