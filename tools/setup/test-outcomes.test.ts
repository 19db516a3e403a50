import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { outcomeOf, playwright, vitest } from './test-outcomes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'botdepot-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const passed = { name: 'a.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] };

describe('the closing lines', () => {
  test('name failed tests of Vitest', () => {
    const result = { status: 'failed', fullName: 'books balance', failureMessages: ['expected 1 to be 2'] };
    const file = { name: 'b.test.ts', status: 'failed', assertionResults: [{ status: 'passed' }, result] };
    const path = report({ numPassedTests: 7, testResults: [passed, file] });
    expect(outcomeOf(path, vitest, 1)).toEqual({
      passed: 7,
      failures: ['b.test.ts › books balance\nexpected 1 to be 2'],
    });
  });

  test('name a file that cannot be loaded', () => {
    const broken = { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
    const path = report({ numPassedTests: 7, testResults: [passed, broken] });
    expect(outcomeOf(path, vitest, 1)).toEqual({ passed: 7, failures: ['b.test.ts\nno such module'] });
  });

  test('count an unhandled error, of which the report knows nothing', () => {
    const path = report({ numPassedTests: 7, testResults: [passed] });
    expect(outcomeOf(path, vitest, 1).failures).toHaveLength(1);
    expect(outcomeOf(path, vitest, 0)).toEqual({ passed: 7, failures: [] });
  });

  test('name failed journeys of Playwright and errors outside of them', () => {
    const stats = { expected: 5, flaky: 1 };
    const spec = (title: string, status: string) => ({ title, file: 'a.spec.ts', tests: [{ status }] });
    const inner = { title: 'inner', specs: [spec('deposit', 'unexpected'), spec('stop', 'flaky')] };
    const suites = [{ title: 'a.spec.ts', specs: [spec('login', 'expected')], suites: [inner] }];
    expect(outcomeOf(report({ stats, errors: [], suites }), playwright, 1)).toEqual({
      passed: 6,
      failures: ['a.spec.ts › deposit'],
    });
    const errors = [{ message: 'no browser' }];
    expect(outcomeOf(report({ stats, errors, suites: [] }), playwright, 1).failures).toEqual(['no browser']);
  });

  test('count a runner that has not even written a report', () => {
    expect(outcomeOf(join(folder, 'absent.json'), vitest, 1)).toEqual({
      passed: 0,
      failures: ['vitest: ended with code 1, no test failed'],
    });
  });
});
