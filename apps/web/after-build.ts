import { writeAppDocuments } from './app-documents.ts';
import { compress } from './compress.ts';
import { writeLandingDocument } from './landing-document.ts';
import { writeScriptHashes } from './script-hashes.ts';
import { writeSiteFiles } from './site-files.ts';

/** What the router's build leaves to us, in this order: documents, what changes them, then what is made of their final text. */
export async function afterBuild() {
  const pages = writeAppDocuments();
  writeLandingDocument();
  const site = writeSiteFiles();
  const documents = writeScriptHashes();
  const packed = await compress();
  console.log(
    `${pages} pages behind the login, ${site}, scripts of ${documents} documents, ${packed} files packed`,
  );
}
