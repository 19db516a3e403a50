// What a message says, as a mail program reads it.

/** The body, whose bytes are encoded one by one. */
export function textOf(raw: string): string {
  return raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, bytesOf)
    .replace(/\s+/g, ' ');
}

/** The subject, whose words are encoded one by one. */
export function subjectOf(raw: string): string {
  const header = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? '';
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, word: string) =>
      word.replaceAll('_', ' ').replace(/(?:=[0-9A-F]{2})+/g, bytesOf),
    )
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString('utf8'))
    .replace(/\r\n[ \t]/g, ' ');
}

const bytesOf = (bytes: string): string => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8');
