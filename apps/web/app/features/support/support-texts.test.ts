import { describe, expect, it } from 'vitest';
import { sendableText } from './support-texts.ts';

describe('what is sent of a draft', () => {
  it('is trimmed, and is nothing when there is nothing to be read', () => {
    expect(sendableText('  Guten Tag \n')).toBe('Guten Tag');
    for (const empty of ['', ' \n\t ', '\u0000', ' \u0000\u001b ']) expect(sendableText(empty)).toBe('');
  });

  it('has no invisible control characters, and keeps line breaks, emoji and every script', () => {
    expect(sendableText('Nul\u0000l und\u0007 eins')).toBe('Null und eins');
    expect(sendableText('eins\r\nzwei\rdrei\nvier')).toBe('eins\nzwei\ndrei\nvier');
    const kept = '👩‍👩‍👧 ß Ω 日本 <b>„…“</b>\tTab';
    expect(sendableText(kept)).toBe(kept);
  });
});
