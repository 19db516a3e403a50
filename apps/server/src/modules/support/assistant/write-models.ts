// npm run -s train-assistant
import { writeFileSync } from 'node:fs';
import { trainAll } from './train.ts';

for (const [name, bytes] of Object.entries(trainAll())) {
  writeFileSync(new URL(name, import.meta.url), bytes);
  process.stdout.write(`${name}: ${bytes.length} Bytes\n`);
}
