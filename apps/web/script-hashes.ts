import { createHash } from 'node:crypto';
import { builtFiles, readBuilt, writeBuilt } from './built-files.ts';

/** For the server, not for browsers. */
export const HASHES = 'csp.json';

// Data blocks are never executed and need no hash.
const DATA_BLOCK = /\stype\s*=\s*["']?application\/(ld\+)?json/i;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;

/**
 * Writes the hash of every inline script by document, so that the server can send a policy without 'unsafe-inline'. Returns
 * the number of documents.
 */
export function writeScriptHashes(): number {
  const documents = builtFiles(['.html']);
  const hashes = documents.map((file) => [`/${file}`, inlineScriptHashes(readBuilt(file))]);
  writeBuilt(HASHES, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
  return documents.length;
}

/** In the order of the document, each once. */
function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(SCRIPT)].filter(
    ([, attributes = '', body]) => !/\ssrc\s*=/i.test(attributes) && !DATA_BLOCK.test(attributes) && body,
  );
  return [
    ...new Set(
      scripts.map(([, , body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`),
    ),
  ];
}
