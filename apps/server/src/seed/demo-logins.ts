import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const demoLogin = z.object({ email: z.string(), password: z.string(), note: z.string() });
export type DemoLogin = z.infer<typeof demoLogin>;

const fileIn = (dataDir: string): string => join(dataDir, 'demo-logins.json');

/** 96 random bits in groups that a person can type from the screen. */
export function generatePassword(): string {
  const text = randomBytes(12).toString('hex');
  return (text.match(/.{6}/g) ?? []).join('-');
}

/** Keeps the generated logins for the next start, readable by the owner only. */
export async function writeDemoLogins(dataDir: string, logins: DemoLogin[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await writeFile(fileIn(dataDir), `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600 });
}

export async function readDemoLogins(dataDir: string): Promise<DemoLogin[]> {
  try {
    return z.array(demoLogin).parse(JSON.parse(await readFile(fileIn(dataDir), 'utf8')));
  } catch {
    return [];
  }
}
