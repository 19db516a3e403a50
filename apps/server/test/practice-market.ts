import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hasPracticeMarket, PRACTICE_MARKET, writePracticeMarket } from '../src/modules/markets/index.ts';

const { folder } = PRACTICE_MARKET;
const MADE = fileURLToPath(new URL(`../../../node_modules/.cache/botdepot/${folder}`, import.meta.url));

/** Gives an installation the practice market: making it takes seconds of work, and only `candle-files.test.ts` is about that. */
export async function givePracticeMarket(dataDir: string): Promise<void> {
  if (!(await hasPracticeMarket(MADE))) await writePracticeMarket(MADE);
  await symlink(MADE, join(dataDir, folder), 'junction');
}
