// Reads the JSON reports of the test runners.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failures: string[] }} Outcome What failed by name. Skipped tests are neither. */

/**
 * @param {Outcome[]} outcomes
 * @returns {Outcome}
 */
export function together(outcomes) {
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failures: outcomes.flatMap(({ failures }) => failures),
  };
}

/**
 * The outcome of one runner. A runner that failed without a failed test (a crash, an unhandled error, no report) counts
 * as one failure: the closing line must never call a failed run a success.
 * @param {string} path of its report
 * @param {(report: any) => Outcome} read
 * @param {number} exitCode
 * @returns {Outcome}
 */
export function outcomeOf(path, read, exitCode) {
  const { passed, failures } = readReport(path, read);
  const unnamed = exitCode !== 0 && failures.length === 0;
  return {
    passed,
    failures: unnamed ? [`${read.name}: ended with code ${exitCode}, no test failed`] : failures,
  };
}

/**
 * @param {string} path
 * @param {(report: any) => Outcome} read
 * @returns {Outcome}
 */
function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return { passed: 0, failures: [] };
  }
}

/**
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestResult[] }} VitestFile
 * @typedef {{ fullName: string, status: string, failureMessages: string[] }} VitestResult
 * @param {{ numPassedTests: number, testResults: VitestFile[] }} report
 * @returns {Outcome}
 */
export function vitest({ numPassedTests, testResults }) {
  const failures = testResults.flatMap((file) => {
    // A file that cannot even be loaded has no tests to fail.
    if (file.status === 'failed' && file.assertionResults.length === 0)
      return [`${file.name}\n${file.message}`];
    return file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${file.name} › ${fullName}\n${failureMessages.join('\n')}`);
  });
  return { passed: numPassedTests, failures };
}

/**
 * @typedef {{ title: string, specs: { title: string, file: string, tests: { status: string }[] }[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @param {{ stats: { expected: number, flaky: number }, errors: { message?: string }[], suites: PlaywrightSuite[] }} report
 * @returns {Outcome}
 */
export function playwright({ stats, errors, suites }) {
  const failures = [...unexpected(suites), ...errors.map(({ message }) => String(message))];
  return { passed: stats.expected + stats.flaky, failures };
}

/**
 * @param {PlaywrightSuite[]} suites
 * @returns {string[]}
 */
function unexpected(suites) {
  return suites.flatMap(({ specs, suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.filter(({ status }) => status === 'unexpected').map(() => `${file} › ${title}`),
    ),
    ...unexpected(inner),
  ]);
}
