// A leader in a process of its own, which the test can freeze: node hold-leadership.ts DATABASE_URL. It prints
// `leading EPOCH`, tries to write every 50 ms, and prints `refused EPOCH` when it may no longer.
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../src/platform/database.ts';
import { assertEpoch, electLeader, LostLeadershipError } from '../../src/platform/leader.ts';
import { systemClock } from '../../src/platform/work.ts';

const url = process.argv[2] ?? '';
const log = pino({ level: 'silent' });
const database = openDatabase({ url, log, maxConnections: 1 });

electLeader({
  databaseUrl: url,
  holder: `process ${process.pid}`,
  clock: systemClock,
  log,
  lead: async (term) => {
    console.log(`leading ${term.epoch}`);
    // On purpose without a look at the signal: what is tested is the fence.
    for (;;) {
      try {
        await database.transaction((tx) => assertEpoch(tx, term.epoch));
      } catch (error) {
        // Frozen for seconds, it may first meet a timeout or a connection that is gone.
        if (error instanceof LostLeadershipError) {
          console.log(`refused ${term.epoch}`);
          return;
        }
      }
      await sleep(50);
    }
  },
});
