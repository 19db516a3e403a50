import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { ApiDocument, FuzzedOperation } from './operations.ts';
import type { WireAnswer } from './wire.ts';

/** What every refusal has at least, also of paths that the document does not know. */
const REFUSAL = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
};

/** Compares answers with what the document says about them. */
export function createConformance(document: ApiDocument, operations: readonly FuzzedOperation[]) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const isRefusal = ajv.compile(REFUSAL);
  const compiled = new Map<string, ValidateFunction>();
  const routes = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    // A path that is written out goes before one with a parameter.
    .sort((a, b) => countParameters(a.operation) - countParameters(b.operation));

  function validatorOf({ path, method }: FuzzedOperation, status: string, type: string): ValidateFunction {
    const steps = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'];
    const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const reference = `document#/${pointer.join('/')}`;
    const known = compiled.get(reference) ?? ajv.compile({ $ref: reference });
    compiled.set(reference, known);
    return known;
  }

  /** The operation that answers there; a request may have been changed into one to another. */
  function operationAt(method: string, target: string): FuzzedOperation | undefined {
    let path: string;
    try {
      path = new URL(target, 'http://local').pathname;
    } catch {
      return undefined;
    }
    return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
      ?.operation;
  }

  /** What is wrong with the answer; undefined when nothing is. */
  function problemOf(asked: { method: string; target: string }, answer: WireAnswer): string | undefined {
    const { status, headers, text } = answer;
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    if (asked.method === 'HEAD') return undefined;
    const operation = operationAt(asked.method, asked.target);
    const isJson = type === 'application/json';
    const value = isJson ? parse(text) : undefined;
    if (isJson && value === undefined) return 'says it is JSON and is none';
    if (operation === undefined) {
      // Pages of the web app, or a refusal.
      if (status < 400 || !isJson) return undefined;
      return isRefusal(value) ? undefined : `no refusal: ${ajv.errorsText(isRefusal.errors)}`;
    }
    const named = operation.responses[String(status)];
    const described = named ?? (status >= 400 ? operation.responses.default : undefined);
    if (described === undefined) return `status ${status} is not in the document`;
    if (described.content === undefined)
      return text === '' ? undefined : 'has a body that is not in the document';
    if (!(type in described.content)) return `„${type}“ is not in the document`;
    if (!isJson) return undefined;
    const validate = validatorOf(operation, named ? String(status) : 'default', type);
    if (validate(value)) return undefined;
    return `is not what the document says: ${ajv.errorsText(validate.errors, { separator: '; ' }).slice(0, 600)}`;
  }

  return { problemOf };
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^/api${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const countParameters = ({ path }: FuzzedOperation): number => path.split('{').length;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
