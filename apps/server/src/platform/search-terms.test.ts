import { describe, expect, it } from 'vitest';
import { readSearchTerms } from './search-terms.ts';

describe('what somebody looks for', () => {
  it.each([
    ['Katharina.Brandt@', { text: 'katharina.brandt@', ids: null, reference: null }],
    [' E-1688 ', { text: 'e-1688', ids: null, reference: { kind: 'deposit', number: 1688 } }],
    ['a2041', { text: 'a2041', ids: null, reference: { kind: 'withdrawal', number: 2041 } }],
    ['b-3309', { text: 'b-3309', ids: null, reference: { kind: 'investment', number: 3309 } }],
    ['K-1001', { text: 'k-1001', ids: null, reference: { kind: 'correction', number: 1001 } }],
    ['F-104', { text: 'f-104', ids: null, reference: { kind: 'approval', number: 104 } }],
    ['0198abc', { text: '0198abc', ids: null, reference: null }],
  ])('reads %j', (query, terms) => {
    expect(readSearchTerms(query)).toEqual(terms);
  });

  it('reads the beginning of an id as everything that begins so', () => {
    expect(readSearchTerms('0198ABCD-12').ids).toEqual({
      from: '0198abcd-1200-0000-0000-000000000000',
      to: '0198abcd-12ff-ffff-ffff-ffffffffffff',
    });
    const whole = '0198abcd-1234-7abc-8def-0123456789ab';
    expect(readSearchTerms(whole).ids).toEqual({ from: whole, to: whole });
  });
});
