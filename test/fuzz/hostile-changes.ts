// What somebody does to a good request who looks for a way in.
import fc from 'fast-check';
import type { Attempt, Header } from './attempt.ts';

type Change = (attempt: Attempt) => Attempt;

const withHeader =
  (...headers: Header[]): Change =>
  (attempt) => ({
    ...attempt,
    headers: [...attempt.headers.filter(([name]) => !headers.some(([other]) => other === name)), ...headers],
  });
const withBody =
  (body: string | Buffer, ...headers: Header[]): Change =>
  (attempt) =>
    withHeader(...headers)({ ...attempt, method: attempt.method === 'GET' ? 'POST' : attempt.method, body });
const withTarget =
  (change: (target: string) => string): Change =>
  (attempt) => ({ ...attempt, target: change(attempt.target) });
/** Written to the socket by hand: no client would send it. */
const raw =
  (change: (attempt: Attempt) => Attempt): Change =>
  (attempt) => ({ ...change(attempt), isRaw: true });

const JSON_TYPE: Header = ['content-type', 'application/json'];
const FORM: Header = ['content-type', 'application/x-www-form-urlencoded'];
const MULTIPART: Header = ['content-type', 'multipart/form-data; boundary=x'];
const deep = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);

const BODIES: Change[] = [
  withBody('{', JSON_TYPE),
  withBody('{"a":1,}', JSON_TYPE),
  withBody("{'a':1}", JSON_TYPE),
  withBody('undefined', JSON_TYPE),
  withBody('null', JSON_TYPE),
  withBody('"text"', JSON_TYPE),
  withBody('-', JSON_TYPE),
  withBody('[]', JSON_TYPE),
  withBody('\ufeff{}', JSON_TYPE),
  withBody('{}{}', JSON_TYPE),
  withBody('{"a":1,"a":2}', JSON_TYPE),
  withBody('{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}', JSON_TYPE),
  withBody('{"\\u0000":"\\u0000"}', JSON_TYPE),
  withBody('{"a":"\\ud800"}', JSON_TYPE),
  withBody(Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]), JSON_TYPE),
  withBody(Buffer.from('{"name":"\xe9"}', 'latin1'), JSON_TYPE),
  withBody(Buffer.from('{}', 'utf16le'), ['content-type', 'application/json; charset=utf-16le']),
  withBody(deep('[', ']', 13), JSON_TYPE),
  withBody(deep('[', ']', 20_000), JSON_TYPE),
  withBody(deep('{"a":', '}', 5_000), JSON_TYPE),
  withBody('['.repeat(60_000), JSON_TYPE),
  withBody(JSON.stringify({ note: 'x'.repeat(70_000) }), JSON_TYPE),
  withBody('x'.repeat(200_000), JSON_TYPE),
  withBody(' '.repeat(60_000), JSON_TYPE),
  withBody('1'.repeat(60_000), JSON_TYPE),
  withBody('a=b&__proto__[role]=admin', FORM),
  withBody('--x\r\ncontent-disposition: form-data; name="role"\r\n\r\nadmin\r\n--x--\r\n', MULTIPART),
  withBody('--x', MULTIPART),
  withBody('{}', ['content-type', 'text/plain']),
  withBody('{}', ['content-type', 'application/octet-stream']),
  withBody('data: {}\n\n', ['content-type', 'text/event-stream']),
  withBody('{}', JSON_TYPE, ['content-disposition', 'attachment; filename="x.json"']),
  withBody('{}', JSON_TYPE, ['content-encoding', 'gzip']),
  withBody('{}', ['content-type', 'application/json, text/plain']),
  withBody('{}', ['content-type', '']),
];

const HEADERS: Change[] = [
  ...['https://evil.example', 'null', 'http://localhost:3001', 'file://', 'x'.repeat(5_000)].map((origin) =>
    withHeader(['origin', origin]),
  ),
  ...['cross-site', 'same-site', 'nonsense'].map((site) => withHeader(['sec-fetch-site', site])),
  withHeader(['authorization', 'Bearer x']),
  withHeader(['authorization', `Bearer ${'e30.'.repeat(2_000)}`]),
  withHeader(['authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.']),
  withHeader(['authorization', 'Basic YWRtaW46YWRtaW4=']),
  withHeader(['cookie', 'botdepot.session_token=x.y; botdepot.session_token=']),
  withHeader(['cookie', `botdepot.session_token=${'%'.repeat(2_000)}`]),
  withHeader(['cookie', '__Host-botdepot.session_token=a; __proto__=1; =; ;;']),
  withHeader(['x-forwarded-for', "1.1.1.1, ' OR 1=1, ::1"], ['x-real-ip', '127.0.0.1']),
  withHeader(['x-forwarded-host', 'evil.example'], ['x-forwarded-proto', 'https']),
  withHeader(['x-http-method-override', 'DELETE'], ['x-original-url', '/api/admin/users']),
  withHeader(['x-test-session', 'admin']),
  withHeader(['accept', 'text/html, */*;q=0'], ['accept-encoding', 'br;q=0, identity;q=0']),
  withHeader(['accept-language', 'x'.repeat(5_000)], ['user-agent', '\\u001b[2J']),
  withHeader(['range', 'bytes=0-0,-1'], ['if-none-match', '*'], ['if-modified-since', 'x']),
  withHeader(['expect', 'banana']),
  withHeader(['idempotency-key', "'; drop table users; --"]),
  withHeader(['idempotency-key', '00000000-0000-0000-0000-000000000000']),
  withHeader(['last-event-id', '\\u0000'], ['accept', 'text/event-stream']),
  withHeader(['x-padding', 'x'.repeat(20_000)]),
];

const METHODS: Change[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE', 'TRACE'].map(
  (method) => (attempt) => ({ ...attempt, method, ...(method === 'GET' && { body: undefined }) }),
);

const TARGETS: Change[] = [
  (target: string) => `${target}/`,
  (target: string) => target.replace('/api/', '/api//'),
  (target: string) => target.replace('/api/', '//api/'),
  (target: string) => target.replace('/api/', '/API/'),
  (target: string) => target.replace('/api/', '/%61pi/'),
  (target: string) => target.replace('/api/', '/api/./x/../'),
  (target: string) => target.replace('/api/', '/api/..%2fapi/'),
  (target: string) => target.replace('/api/', '/api/%2e%2e/api/'),
  (target: string) => target.replace('/api/', '/api;x=1/'),
  (target: string) => target.replace('/api/', '/api/admin/..;/'),
  (target: string) => `${target}%00`,
  (target: string) => `${target}%`,
  (target: string) => `${target}%E0%A4%A`,
  (target: string) => `${target}%0d%0aset-cookie:%20x=y`,
  (target: string) => `${target}.json`,
  (target: string) => `${target}?`,
  (target: string) => `${target}${target.includes('?') ? '&' : '?'}${'a=b&'.repeat(1_500)}`,
  (target: string) => target.replace(/\/[^/?]*(\?|$)/, '/__proto__$1'),
  (target: string) => target.replace(/\/[^/?]*(\?|$)/, '/constructor$1'),
  (target: string) => target.replace(/\/[^/?]*(\?|$)/, `/${'x'.repeat(3_000)}$1`),
  (target: string) => target.replace(/\/[^/?]*(\?|$)/, '/..%2f..%2f..%2fetc%2fpasswd$1'),
  (target: string) => target.replace(/\/[^/?]*(\?|$)/, '/%5c..%5c..%5cwindows$1'),
].map(withTarget);

const RAW: Change[] = [
  raw((attempt) => ({ ...attempt, target: `http://evil.example${attempt.target}` })),
  raw((attempt) => ({ ...attempt, target: '*', method: 'OPTIONS' })),
  raw((attempt) => ({ ...attempt, target: attempt.target.replace('/api/', '/api/../../api/') })),
  raw((attempt) => ({ ...attempt, target: `${attempt.target}#x` })),
  raw((attempt) => ({ ...attempt, target: `${attempt.target}/ä\u0001` })),
  raw((attempt) => ({ ...attempt, target: `//${attempt.target}` })),
  raw((attempt) => ({ ...attempt, target: `/\\evil.example${attempt.target}` })),
  raw(withHeader(['x-evil', 'a\r\nX-Injected: yes'])),
  raw(withHeader(['idempotency-key', 'a\u0000b'])),
  raw(withHeader(['host', 'evil.example'])),
  raw(withHeader(['host', ''])),
  raw(withHeader(['host', 'a b<>'])),
  raw(withHeader(['host', 'localhost:99999999'])),
  raw(withHeader(['content-length', '5'], ['transfer-encoding', 'chunked'])),
  raw(withHeader(['content-length', '-1'])),
  raw(withHeader(['transfer-encoding', 'gzip, chunked'])),
  raw(withHeader(['upgrade', 'websocket'], ['connection', 'upgrade'])),
  raw(withHeader(['cookie', 'botdepot.session_token=\u00ff\u0001'])),
];

/** One of them, at random. */
export const hostileChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...BODIES) },
  { weight: 4, arbitrary: fc.constantFrom(...HEADERS) },
  { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
  { weight: 3, arbitrary: fc.constantFrom(...TARGETS) },
  { weight: 1, arbitrary: fc.constantFrom(...RAW) },
);
