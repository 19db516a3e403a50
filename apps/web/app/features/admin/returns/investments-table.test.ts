import { expect, it } from 'vitest';
import { notOwn } from './investments-table.tsx';

it('all of a page are all but the own ones', () => {
  const rows = [{ userId: 'anna' }, { userId: 'admin' }, { userId: 'ben' }];
  expect(notOwn(rows, 'admin')).toEqual([{ userId: 'anna' }, { userId: 'ben' }]);
});
