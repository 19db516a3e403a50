import { type Logger, pino, stdTimeFunctions } from 'pino';
import { describeError } from './describe-error.ts';

/** What a terminal takes for a command or for the end of a line, and JSON lets pass. */
const COMMANDS = /[\u007f-\u009f\u2028\u2029]/g;

/** One JSON line per event on stdout; secrets and personal data never get that far. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    hooks: {
      streamWrite: (line) =>
        line.replace(COMMANDS, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`),
    },
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.secret',
        '*.cookie',
        '*.authorization',
        'headers.cookie',
        'headers.authorization',
        'req.headers.cookie',
        'req.headers.authorization',
      ],
      censor: '[redacted]',
    },
  });
}

const MAX_WORDS = 200;

/**
 * Some libraries print failures of their own accord, over many lines and with the values of a statement. From now on they
 * are lines of the log like all others.
 */
export function captureConsole(log: Logger): void {
  for (const level of ['error', 'warn'] as const)
    console[level] = (...words: unknown[]) => {
      const error = words.find((word) => word instanceof Error);
      const [text] = words.filter((word) => typeof word === 'string');
      log[level](error ? { err: error } : { words: text?.slice(0, MAX_WORDS) }, 'a library reports');
    };
}
