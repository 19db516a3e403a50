import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { countOf, readPlaywright, readVitest } from './test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'botdepot-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const passedFile = { status: 'passed', assertionResults: [{}] };

describe('the closing line', () => {
  test('counts passed and failed tests of Vitest', () => {
    const path = report({ numPassedTests: 7, numFailedTests: 2, testResults: [passedFile] });
    expect(countOf(path, readVitest, 1)).toEqual({ passed: 7, failed: 2 });
  });

  test('counts a file that cannot be loaded', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const path = report({ numPassedTests: 7, numFailedTests: 0, testResults: [passedFile, broken] });
    expect(countOf(path, readVitest, 1)).toEqual({ passed: 7, failed: 1 });
  });

  test('counts an unhandled error, of which the report knows nothing', () => {
    const path = report({ numPassedTests: 7, numFailedTests: 0, testResults: [passedFile] });
    expect(countOf(path, readVitest, 1)).toEqual({ passed: 7, failed: 1 });
    expect(countOf(path, readVitest, 0)).toEqual({ passed: 7, failed: 0 });
  });

  test('counts journeys of Playwright and errors outside of them', () => {
    const stats = { expected: 5, flaky: 0, unexpected: 1, skipped: 3 };
    expect(countOf(report({ stats, errors: [] }), readPlaywright, 1)).toEqual({ passed: 5, failed: 1 });
    expect(countOf(report({ stats, errors: [{}] }), readPlaywright, 1)).toEqual({ passed: 5, failed: 2 });
  });

  test('counts a runner that has not even written a report', () => {
    expect(countOf(join(folder, 'absent.json'), readVitest, 1)).toEqual({ passed: 0, failed: 1 });
  });
});
