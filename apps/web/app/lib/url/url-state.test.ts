import { describe, expect, it } from 'vitest';
import {
  changed,
  flag,
  matching,
  oneOf,
  oneOfElse,
  order,
  pageNumber,
  place,
  readUrl,
  text,
  type UrlStateOf,
  unreadKeys,
} from './url-state.ts';

const LIST = {
  query: text('suche', { maxLength: 5 }),
  bot: oneOf('bot', ['smartbot', 'turbobot'], { smartbot: 'smart' }),
  unread: flag('ungelesen'),
  sorted: order(oneOfElse('reihenfolge', ['newest', 'oldest'], 'newest', { oldest: 'aelteste' })),
  page: pageNumber(),
  open: place(matching('buchung', /^[0-9a-f]+$/)),
};
const NOTHING: UrlStateOf<typeof LIST> = {
  query: '',
  bot: null,
  unread: false,
  sorted: 'newest',
  page: 1,
  open: null,
};
const read = (address: string) => readUrl(LIST, new URLSearchParams(address));
const after = (address: string, change: Partial<UrlStateOf<typeof LIST>>) =>
  changed(LIST, new URLSearchParams(address), change).toString();

describe('an address', () => {
  it('says what stands in it', () => {
    expect(read('suche= %20ab&bot=smart&ungelesen=ja&reihenfolge=aelteste&seite=3&buchung=0a')).toEqual({
      query: 'ab',
      bot: 'smartbot',
      unread: true,
      sorted: 'oldest',
      page: 3,
      open: '0a',
    });
  });

  it.each([
    '',
    'bot=smartbot',
    'bot=',
    'ungelesen=1',
    'reihenfolge=x',
    'seite=0',
    'seite=1e3',
    'seite=-1',
    'buchung=zz',
  ])('says nothing where it is nobody’s value: %j', (address) => {
    expect(read(address)).toEqual(NOTHING);
  });

  it.each([
    ['bot=smart&ungelesen=ja&seite=2&reihenfolge=newest&buchung=ff&suche=x', []],
    ['bot=smartbot&ungelesen=1&suche=%20', ['bot', 'unread']],
    // Only filters would leave something out.
    ['seite=0&buchung=zz&reihenfolge=x&anderes=1&bot=', []],
    ['bot=turbobot&stand=offen', []],
    ['stand=x', ['state']],
  ])('names the filters that are nobody’s value: %j', (address, expected) => {
    const schema = { ...LIST, state: oneOfElse('stand', ['open', 'done'], 'open', { open: 'offen' }) };
    expect(unreadKeys(schema, new URLSearchParams(address))).toEqual(expected);
  });

  it('is not read further than a text may be long', () => {
    expect(read('suche=abcdefg').query).toBe('abcde');
  });

  it('says again what was read, and no default', () => {
    const written = after('', {
      query: 'ab',
      bot: 'turbobot',
      unread: true,
      sorted: 'oldest',
      page: 2,
      open: 'ff',
    });
    expect(read(written)).toEqual({
      query: 'ab',
      bot: 'turbobot',
      unread: true,
      sorted: 'oldest',
      page: 2,
      open: 'ff',
    });
    expect(after(written, NOTHING)).toBe('');
  });

  it('begins at the first page with another filter or order, and keeps what is open and what is not its own', () => {
    expect(after('seite=3&buchung=ff&tag=1', { query: 'ab' })).toBe('buchung=ff&tag=1&suche=ab');
    expect(after('seite=3', { sorted: 'oldest' })).toBe('reihenfolge=aelteste');
  });

  it('keeps the page when something is opened, and the filter when the page is turned', () => {
    expect(after('seite=3&suche=ab', { open: 'ff' })).toBe('seite=3&suche=ab&buchung=ff');
    expect(after('suche=ab', { page: 2 })).toBe('suche=ab&seite=2');
  });
});
