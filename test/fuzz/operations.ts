/** A part of JSON Schema 2020-12: as much as the document of the API uses. */
export interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface DescribedOperation {
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
}

/** One operation as the document describes it. */
export interface FuzzedOperation {
  /** As people read it: `POST /deposits`. */
  name: string;
  method: string;
  /** Below `/api`, with its parameters in braces. */
  path: string;
  parameters: Parameter[];
  body: Schema | undefined;
  responses: Record<string, Content>;
}

export function operationsOf(document: ApiDocument): FuzzedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content?.['application/json']?.schema,
      responses,
    })),
  );
}
