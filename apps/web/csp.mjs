// Runs after `react-router build`: computes the hash of every inline script in every built HTML file and writes them to
// build/client/csp.json, so the server can send a policy without 'unsafe-inline'. Plain Node, no dependencies.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const clientDir = join(fileURLToPath(new URL('.', import.meta.url)), 'build', 'client');
// Data blocks are never executed and need no hash.
const DATA_BLOCK = /\stype\s*=\s*["']?application\/(ld\+)?json/i;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;

/** Hashes in the order of the document, each once. */
export function inlineScriptHashes(html) {
  const hashes = new Set();
  for (const [, attributes, body] of html.matchAll(SCRIPT)) {
    if (/\ssrc\s*=/i.test(attributes) || DATA_BLOCK.test(attributes) || body === '') continue;
    hashes.add(`'sha256-${createHash('sha256').update(body, 'utf8').digest('base64')}'`);
  }
  return [...hashes];
}

function htmlFiles(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const policy = {};
  for (const file of htmlFiles(clientDir)) {
    policy[`/${relative(clientDir, file).split(sep).join('/')}`] = inlineScriptHashes(
      readFileSync(file, 'utf8'),
    );
  }
  writeFileSync(join(clientDir, 'csp.json'), `${JSON.stringify(policy, null, 2)}\n`);
  console.log(`csp.json: ${Object.keys(policy).length} HTML files`);
}
