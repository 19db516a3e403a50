// Reads the JSON reports of the test runners.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts Skipped tests are neither. */

/** @type {Counts} */
export const NOTHING = { passed: 0, failed: 0 };
/** @type {Counts} */
export const ONE_PASSED = { passed: 1, failed: 0 };
/** @type {Counts} */
export const ONE_FAILED = { passed: 0, failed: 1 };

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export function add(a, b) {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}

/**
 * The counts of one runner. A runner that failed without a failed test (a crash, an unhandled error, no report) counts
 * as one failure: the closing line must never call a failed run a success.
 * @param {string} path of its report
 * @param {(report: any) => Counts} read
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countOf(path, read, exitCode) {
  const counts = readReport(path, read);
  return exitCode !== 0 && counts.failed === 0 ? add(counts, ONE_FAILED) : counts;
}

/**
 * @param {string} path
 * @param {(report: any) => Counts} read
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return NOTHING;
  }
}

/**
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: { status: string, assertionResults: unknown[] }[] }} report
 * @returns {Counts}
 */
export function readVitest(report) {
  // A file that cannot even be loaded has no tests to fail.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/**
 * @param {{ stats: { expected: number, flaky: number, unexpected: number }, errors: unknown[] }} report
 * @returns {Counts}
 */
export function readPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
}
