// Read by whatever Node the machine has, also by one that is far too old: no syntax of the last years in this file.

/** Ends the process with an explanation when Node is older than this project's scripts need. */
export function requireNode() {
  const wanted = 20;
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= wanted) return;
  console.error(
    'Botdepot braucht Node.js ' +
      wanted +
      ' oder neuer, gefunden wurde ' +
      process.versions.node +
      '. Aktuelle Versionen gibt es auf https://nodejs.org.',
  );
  process.exit(1);
}
