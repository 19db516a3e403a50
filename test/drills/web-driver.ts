// The few W3C WebDriver commands of a drill, in plain words of the protocol: a kept client would bring its own start of browsers,
// and none speaks to a Firefox without geckodriver. https://www.w3.org/TR/webdriver2/
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../apps/server/src/platform/free-port.ts';

const PATIENCE_MS = 120_000;
/** How an element stands in arguments and answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export type Element = { [ELEMENT]: string };

export type Browser = {
  goto(url: string): Promise<void>;
  /** Runs the body of a function in the page. */
  evaluate<T>(script: string, ...args: unknown[]): Promise<T>;
  /** Presses it as a person does: it has to be seen and nothing may lie over it. */
  click(element: Element): Promise<void>;
  type(element: Element, text: string): Promise<void>;
  /** A picture of what is seen, PNG in base64. */
  picture(): Promise<string>;
  name: string;
  close(): Promise<void>;
};

export const BROWSERS: Record<'Firefox' | 'WebKit', () => Promise<Browser | { missing: string }>> = {
  Firefox: openFirefox,
  WebKit: openWebKit,
};

type Capabilities = { browserName: string; browserVersion: string };

/** Firefox speaks the same commands by itself, as JSON over TCP; geckodriver only translates: Marionette. */
async function openFirefox(): Promise<Browser | { missing: string }> {
  const program = findProgram('firefox-esr', 'firefox');
  if (!program) return { missing: 'kein Firefox (Debian: firefox-esr)' };
  const home = await mkdtemp(join(tmpdir(), 'botdepot-firefox-'));
  const port = await freePort();
  await writeFile(
    join(home, 'user.js'),
    [
      `user_pref("marionette.port", ${port});`,
      'user_pref("intl.accept_languages", "de-DE,de");',
      'user_pref("browser.shell.checkDefaultBrowser", false);',
      'user_pref("datareporting.policy.dataSubmissionEnabled", false);',
      'user_pref("toolkit.telemetry.enabled", false);',
      'user_pref("app.update.auto", false);',
      // Nothing may leave the machine.
      'user_pref("network.proxy.type", 1);',
      'user_pref("network.proxy.http", "127.0.0.1");',
      'user_pref("network.proxy.http_port", 9);',
      'user_pref("network.proxy.ssl", "127.0.0.1");',
      'user_pref("network.proxy.ssl_port", 9);',
      'user_pref("network.proxy.no_proxies_on", "localhost, 127.0.0.1");',
    ].join('\n'),
  );
  const child = spawn(
    program,
    ['--headless', '--marionette', '--no-remote', '--width', '1280', '--height', '900', '--profile', home],
    { env: { ...process.env, HOME: home, TZ: 'Europe/Berlin' }, stdio: 'ignore' },
  );
  const close = () => endBrowser([child], home);
  try {
    const marionette = await connectMarionette(port);
    const { capabilities } = await marionette.ask<{ capabilities: Capabilities }>('WebDriver:NewSession', {
      acceptInsecureCerts: false,
    });
    // An answer that is no object comes as `value`.
    const valueFrom = async <T>(command: string, parameters: object) =>
      (await marionette.ask<{ value: T }>(command, parameters)).value;
    return {
      name: `${capabilities.browserName} ${capabilities.browserVersion}`,
      goto: (url) => valueFrom('WebDriver:Navigate', { url }),
      evaluate: (script, ...args) => valueFrom('WebDriver:ExecuteScript', { script, args }),
      click: (element) => valueFrom('WebDriver:ElementClick', { id: element[ELEMENT] }),
      type: (element, text) => valueFrom('WebDriver:ElementSendKeys', { id: element[ELEMENT], text }),
      picture: () => valueFrom('WebDriver:TakeScreenshot', { full: false }),
      async close() {
        marionette.end();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** WebKitGTK has a driver that speaks HTTP, and needs a screen. */
async function openWebKit(): Promise<Browser | { missing: string }> {
  const driver = findProgram('WebKitWebDriver');
  const screen = findProgram('Xvfb');
  const window = WEBKIT_WINDOWS.find((path) => existsSync(path));
  if (!driver || !window) return { missing: 'kein WebKitGTK (Debian: webkit2gtk-driver)' };
  if (!screen) return { missing: 'kein Bildschirm für WebKitGTK (Debian: xvfb)' };
  const home = await mkdtemp(join(tmpdir(), 'botdepot-webkit-'));
  const display = `:${90 + (process.pid % 900)}`;
  const xvfb = spawn(screen, [display, '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  });
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, HOME: home, DISPLAY: display, TZ: 'Europe/Berlin', LANGUAGE: 'de' },
    stdio: 'ignore',
  });
  const close = () => endBrowser([child, xvfb], home);
  try {
    const root = `http://127.0.0.1:${port}/session`;
    const options = { binary: window, args: ['--automation'] };
    const { sessionId, capabilities } = await untilConnected(() =>
      ask<{ sessionId: string; capabilities: Capabilities }>('POST', root, {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      }),
    );
    const post = <T>(path: string, body: object) => ask<T>('POST', `${root}/${sessionId}${path}`, body);
    return {
      name: `${capabilities.browserName} ${capabilities.browserVersion}`,
      goto: (url) => post('/url', { url }),
      evaluate: (script, ...args) => post('/execute/sync', { script, args }),
      click: (element) => post(`/element/${element[ELEMENT]}/click`, {}),
      type: (element, text) => post(`/element/${element[ELEMENT]}/value`, { text }),
      picture: () => ask('GET', `${root}/${sessionId}/screenshot`),
      async close() {
        await ask('DELETE', `${root}/${sessionId}`).catch(() => undefined);
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const WEBKIT_WINDOWS = ['x86_64-linux-gnu/', 'aarch64-linux-gnu/', ''].flatMap((machine) =>
  ['4.1', '4.0'].map((version) => `/usr/lib/${machine}webkit2gtk-${version}/MiniBrowser`),
);

async function ask<T>(method: string, url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

type Marionette = { ask<T>(command: string, parameters: object): Promise<T>; end(): void };

/** Each message is its length in bytes, a colon and JSON: [0, id, command, parameters], and [1, id, error, value] back. */
async function connectMarionette(port: number): Promise<Marionette> {
  const socket = await untilConnected(() => dial(port));
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const colon = received.indexOf(':');
      const length = Number(received.subarray(0, colon).toString());
      if (colon === -1 || received.length < colon + 1 + length) return;
      const message = JSON.parse(received.subarray(colon + 1, colon + 1 + length).toString()) as unknown;
      received = received.subarray(colon + 1 + length);
      // The first one introduces the server.
      if (!Array.isArray(message)) continue;
      const [, id, error, value] = message as [1, number, { error: string; message: string } | null, unknown];
      if (error) waiting.get(id)?.reject(new Error(`${error.error}: ${error.message}`));
      else waiting.get(id)?.resolve(value);
      waiting.delete(id);
    }
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  return {
    ask: <T>(command: string, parameters: object) =>
      new Promise<T>((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve: resolve as (value: unknown) => void, reject });
        const text = JSON.stringify([0, last, command, parameters]);
        socket.write(`${Buffer.byteLength(text)}:${text}`);
      }),
    end: () => socket.destroy(),
  };
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  return socket;
}

async function untilConnected<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(200)) {
    try {
      return await attempt();
    } catch (error) {
      const refused = String(error instanceof Error ? (error.cause ?? error) : error).includes(
        'ECONNREFUSED',
      );
      if (!refused || Date.now() > deadline) throw error;
    }
  }
}

async function endBrowser(processes: readonly ChildProcess[], home: string): Promise<void> {
  for (const child of processes) {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) continue;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(5_000, undefined, { ref: false })]);
    child.kill('SIGKILL');
  }
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
