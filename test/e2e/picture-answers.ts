// What a page is told while its pictures are taken: by the server at first, and the same once more for another build.
import type {
  APIRequestContext,
  APIResponse,
  BrowserContext,
  Page,
  Route,
  WebSocketRoute,
} from '@playwright/test';
import { loadWebFiles, type WebFiles } from '../../apps/server/src/platform/web-files.ts';

/** A page of the same origin without anything of the app: nothing goes on there, and what is stored can be changed. */
const BLANK = '/__blank';

/** The answer to a command comes before the news of what came of it. */
const SOON_MS = 100;
/** One answer may bring the next question. */
const QUIET_MS = 500;

/**
 * `held` after the state has been opened: whatever else happens, what has been read stays as it is. Between the states, and in
 * other sessions, everything is as always.
 */
type Phase = 'off' | 'recording' | 'held' | 'replaying';

interface Told<What> {
  /** How many commands had begun. Whatever is asked later than that is told the newest of it. */
  turn: number;
  what: What;
}

export class PictureAnswers {
  phase: Phase = 'off';
  files: WebFiles | undefined;
  /** What the build asked for that the other one did not. */
  missing = new Set<string>();
  /** Requests that are under way, and since when they are so many. */
  #pending = 0;
  #pendingSince = 0;
  #turn = 0;
  #answers = new Map<string, Told<APIResponse>[]>();
  /** What the spec asked for by itself while it opened the state, in order, and how many of these have been told again. */
  #asides: APIResponse[] = [];
  #asidesTold = 0;
  /** What came over the socket besides prices: hints that something has changed, and its end by the server. */
  #news: Told<string | { code: number }>[] = [];
  #newsTold = 0;
  #tick: string | undefined;
  #socket: WebSocketRoute | undefined;

  begin(phase: Phase, files?: WebFiles) {
    this.phase = phase;
    this.files = files;
    this.#turn = 0;
    this.#asidesTold = 0;
    this.#newsTold = 0;
    this.#socket = undefined;
    this.missing.clear();
    if (phase !== 'recording') return;
    this.#answers.clear();
    this.#asides = [];
    this.#news = [];
    this.#tick = undefined;
  }

  /** Nothing is under way, and whoever waits for prices or news has them. */
  isQuiet(): boolean {
    if (this.#pending > 0 || Date.now() - this.#pendingSince < QUIET_MS) return false;
    if (this.#socket === undefined) return true;
    return this.phase === 'replaying' ? this.#nextNews() === undefined : this.#tick !== undefined;
  }

  count(more: 1 | -1) {
    this.#pending += more;
    this.#pendingSince = Date.now();
  }

  async answer(method: string, url: string, ask: () => Promise<APIResponse>): Promise<APIResponse> {
    if (this.phase === 'off') return ask();
    const { pathname, search } = new URL(url);
    // Without the body: of a command there are random keys in it, codes of the moment, addresses that nobody had.
    const key = `${method} ${pathname}${search}`;
    if (method !== 'GET') this.#nextTurn();
    const known = this.#answers.get(key) ?? [];
    const told = known.findLast(({ turn }) => turn <= this.#turn) ?? known[0];
    if (told && (this.phase === 'replaying' || (this.phase === 'held' && method === 'GET'))) return told.what;
    if (this.phase === 'replaying') {
      this.missing.add(key);
      return ask();
    }
    const turn = this.#turn;
    const what = await ask();
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), { turn, what }]);
    return what;
  }

  /** The same for what a spec does while it opens a state: the second time nothing happens, and it is told what it was told. */
  async aside(method: string, ask: () => Promise<APIResponse>): Promise<APIResponse> {
    if (method !== 'GET') this.#nextTurn();
    const told = this.phase === 'replaying' ? this.#asides[this.#asidesTold++] : undefined;
    if (told) return told;
    const what = await ask();
    if (this.phase === 'recording') this.#asides.push(what);
    return what;
  }

  #nextTurn() {
    this.#turn += 1;
    if (this.phase === 'replaying') setTimeout(() => this.#tellNews(), SOON_MS);
  }

  #nextNews() {
    const news = this.#news[this.#newsTold];
    return news !== undefined && news.turn <= this.#turn ? news.what : undefined;
  }

  #tellNews() {
    for (let news = this.#nextNews(); news !== undefined && this.#socket; news = this.#nextNews()) {
      this.#newsTold += 1;
      if (typeof news === 'string') this.#socket.send(news);
      else {
        void this.#socket.close(news);
        this.#socket = undefined;
      }
    }
  }

  /** One tick, always the same, and the news. */
  follow(socket: WebSocketRoute) {
    this.#socket = socket;
    if (this.phase === 'replaying') {
      socket.onClose(() => {
        if (this.#socket === socket) this.#socket = undefined;
      });
      if (this.#tick !== undefined) socket.send(this.#tick);
      return this.#tellNews();
    }
    let ticked = false;
    const hear = (what: string | { code: number }) => {
      if (this.phase === 'held') return;
      if (this.phase === 'recording') this.#news.push({ turn: this.#turn, what });
      if (typeof what === 'string') socket.send(what);
      else void socket.close(what);
    };
    const server = socket.connectToServer();
    // A code of its own: the page has not just gone on.
    server.onClose((code = 0) => code >= 3000 && hear({ code }));
    server.onMessage((text) => {
      const message = String(text);
      if (this.phase === 'off' || !message.includes('"type":"prices"')) return hear(message);
      if (ticked) return;
      ticked = true;
      this.#tick ??= message;
      socket.send(this.#tick);
    });
  }
}

const byContext = new WeakMap<BrowserContext, PictureAnswers>();
/** Whose state is being opened. */
let opening: PictureAnswers | undefined;

export async function answersFor(page: Page): Promise<PictureAnswers> {
  const context = page.context();
  const known = byContext.get(context);
  if (known) return known;
  const answers = new PictureAnswers();
  byContext.set(context, answers);
  // Of a page that is answered here the browser does not know that it comes from this machine as well.
  await context.grantPermissions(['local-network-access']);
  await context.routeWebSocket('**/api/live*', (socket) => answers.follow(socket));
  await context.route('**/*', async (route) => {
    answers.count(1);
    try {
      await handle(route, answers);
    } catch {
      // The page has gone on, and nobody waits for it any more.
      await route.abort().catch(() => undefined);
    } finally {
      answers.count(-1);
    }
  });
  listenToSpecs(page.request);
  return answers;
}

async function handle(route: Route, { files }: PictureAnswers) {
  listenToRoutes(route);
  const { pathname } = new URL(route.request().url());
  if (pathname === BLANK) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
  if (pathname.startsWith('/api/')) return route.fulfill({ response: await route.fetch({ timeout: 0 }) });
  if (!files) return route.fallback();
  const file = files.serve(new Request(route.request().url()));
  const body = Buffer.from(await file.arrayBuffer());
  await route.fulfill({ status: file.status, headers: Object.fromEntries(file.headers), body });
}

/** Handlers of the specs fetch answers as well, to change them. */
function listenToRoutes(route: Route) {
  const routes: Route = Object.getPrototypeOf(route);
  if (listened.has(routes)) return;
  listened.add(routes);
  const fetchAnswer = routes.fetch;
  routes.fetch = function (options) {
    const request = this.request();
    const ask = () => fetchAnswer.call(this, options);
    const answers = byContext.get(request.frame().page().context());
    return answers ? answers.answer(request.method(), request.url(), ask) : ask();
  };
}

function listenToSpecs(api: APIRequestContext) {
  const requests: APIRequestContext = Object.getPrototypeOf(api);
  if (listened.has(requests)) return;
  listened.add(requests);
  const fetchAnswer = requests.fetch;
  requests.fetch = function (url, options) {
    const ask = () => fetchAnswer.call(this, url, options);
    return opening ? opening.aside(options?.method ?? 'GET', ask) : ask();
  };
}
const listened = new Set<object>();

/** Opens a state, and keeps for the next time what the spec itself asks for on the way. */
export async function openWith(answers: PictureAnswers, open: () => Promise<void>) {
  opening = answers;
  try {
    await open();
  } finally {
    opening = undefined;
  }
}

export type Kept = Awaited<ReturnType<typeof leave>>;

/** Leaves the page, and tells what the browser keeps of it. */
export async function leave(page: Page) {
  await page.goto(BLANK);
  const stored = await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]);
  return { stored, cookies: await page.context().cookies() };
}

/** The browser as it was. The page has to be left before. */
export async function restore(page: Page, { stored, cookies }: Kept) {
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  await page.evaluate((all) => {
    [localStorage, sessionStorage].forEach((storage, index) => {
      storage.clear();
      for (const [name, value] of Object.entries(all[index] ?? {})) storage.setItem(name, value);
    });
  }, stored);
}

export const filesOf = (folder: string) => loadWebFiles(folder, { secure: false });
