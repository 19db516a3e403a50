import { writeAppDocuments } from './app-documents.ts';
import { builtFiles, removeBuilt } from './built-files.ts';
import { compress } from './compress.ts';
import { writeLandingDocument } from './landing-document.ts';
import { writeScriptHashes } from './script-hashes.ts';
import { writeSiteFiles } from './site-files.ts';

/** All styles once more in one file, from writing the public pages; none of them names it. */
const SERVER_STYLES = /^assets\/server-build-.*\.css$/;

/** What the router's build leaves to us, in this order: documents, what changes them, then what is made of their final text. */
export async function afterBuild() {
  for (const file of builtFiles(['.css'])) if (SERVER_STYLES.test(file)) removeBuilt(file);
  const pages = writeAppDocuments();
  writeLandingDocument();
  const site = writeSiteFiles();
  const documents = writeScriptHashes();
  const packed = await compress();
  console.log(
    `${pages} pages behind the login, ${site}, scripts of ${documents} documents, ${packed} files packed`,
  );
}
