import { expect, it } from 'vitest';
import { buildSettings } from './environment.mjs';

it('what the built pages carry is a reason to build anew, and nothing else is', () => {
  const env = {
    BRAND_NAME: 'Depot',
    PUBLIC_URL: 'https://depot.example',
    OPERATOR_NAME: 'Depot GmbH',
    OPERATOR_VAT_ID: '',
    PORT: '8080',
    AUTH_SECRET: 'x',
    MY_PUBLIC_URL: 'https://elsewhere.example',
  };
  expect(buildSettings(env)).toEqual([
    ['BRAND_NAME', 'Depot'],
    ['OPERATOR_NAME', 'Depot GmbH'],
    ['PUBLIC_URL', 'https://depot.example'],
  ]);
});
