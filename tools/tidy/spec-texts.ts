import { isProduct } from './rules.ts';
import type { SourceFile } from './source-files.ts';

/** The texts that no product source contains as a whole string or as the whole text of an element. */
export function findMissingTexts(texts: readonly string[], files: SourceFile[]): string[] {
  const sources = files.filter((file) => isProduct(file) && /\.(ts|tsx)$/.test(file.path));
  // The formatter may break long texts of elements; other white space, such as a non-breaking space, is meant.
  const source = sources.map((file) => file.text.replace(/[ \t\r\n]+/g, ' ')).join('\n');
  return texts.filter((text) => !patternOf(text).test(source));
}

function patternOf(text: string): RegExp {
  const parts = text.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A value is an expression of a template or of an element.
  const value = '\\$?\\{[^{}]*\\}';
  return new RegExp(`['"\`>] ?${parts.join(value)} ?['"\`<]`);
}
