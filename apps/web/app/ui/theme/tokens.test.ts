import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

const LIGHT = ':root';
const DARK = "[data-mantine-color-scheme='dark']";
const GREEN_RED = "[data-colours='green-red']";

/** The colours of the blocks with these selectors, outside print; later ones win. */
function coloursOf(...selectors: string[]): Record<string, string> {
  const screen = css.slice(0, css.indexOf('@media print'));
  const found: Record<string, string> = {};
  for (const selector of selectors)
    for (const [, head = '', body = ''] of screen.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      if (head.replace(/\/\*[\s\S]*?\*\//g, '').trim() !== selector) continue;
      for (const [, name = '', colour = ''] of body.matchAll(/--([\w-]+):\s*(#[\da-f]{6})/g))
        found[name] = colour;
    }
  return found;
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const palettes = {
  'blue and orange, light': coloursOf(LIGHT),
  'blue and orange, dark': coloursOf(LIGHT, DARK),
  'green and red, light': coloursOf(LIGHT, GREEN_RED),
  'green and red, dark': coloursOf(LIGHT, DARK, `${DARK}${GREEN_RED}`),
};

describe.each(Object.entries(palettes))('%s', (_, colours) => {
  it.each(['up', 'down', 'text', 'muted', 'primary', 'play'])('%s can be read on every ground', (name) => {
    for (const ground of ['bg', 'surface'])
      expect(contrast(colours[name] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(4.5);
  });
});

it('both choices differ in gains and losses and in nothing else', () => {
  for (const [before, after] of [
    [palettes['blue and orange, light'], palettes['green and red, light']],
    [palettes['blue and orange, dark'], palettes['green and red, dark']],
  ] as const) {
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    expect(changed.sort()).toEqual(['down', 'up']);
  }
});
