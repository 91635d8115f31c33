import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type Cookie, expect, type Page } from "@playwright/test";
import { freePort } from "@/lib/core/settings/free-port";
import { Keys } from "@/lib/core/settings/keys";

/** A running Slipway, started as `npm start` does, behind a line that tests can cut. */
export interface App {
  /** The process that started service and dashboard. */
  pid: number;
  webUrl: string;
  serviceUrl: string;
  dataDir: string;
  keys: Keys;
  /** What the start printed. */
  output(): string;
  signInLink(): string;
  /** Breaks every connection between browsers and the dashboard; new ones are refused until `restore`. */
  disconnect(): void;
  reconnect(): void;
  /** Breaks every connection once. */
  dropConnections(): void;
  /** How often a browser has asked for the live channel. */
  liveRequests(): number;
  /** Lets the next request that begins so reach the dashboard, and breaks its connection when the answer comes. */
  dropNextResponse(start: string): void;
}

type Environment = Readonly<Record<string, string>>;

function breakableProxy(target: number) {
  const sockets = new Set<Socket>();
  let refusing = false;
  let liveRequests = 0;
  let losing: string | undefined;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((browser) => {
    if (refusing) {
      browser.destroy();
      return;
    }
    const dashboard = connect(target, "127.0.0.1");
    browser.on("data", (chunk: Buffer) => {
      if (chunk.includes("GET /api/live?")) liveRequests += 1;
      if (losing === undefined || !chunk.toString("latin1").startsWith(losing)) return;
      losing = undefined;
      dashboard.unpipe(browser);
      dashboard.once("data", () => browser.destroy());
      dashboard.resume();
    });
    for (const [from, to] of [
      [browser, dashboard],
      [dashboard, browser],
    ] as const) {
      sockets.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  return {
    server,
    drop,
    get liveRequests() {
      return liveRequests;
    },
    set refusing(value: boolean) {
      refusing = value;
    },
    set losing(start: string) {
      losing = start;
    },
  };
}

async function startApp(environment: Environment): Promise<{ app: App; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-e2e-"));
  const [proxyPort, port] = [await freePort("127.0.0.1", 0), await freePort("127.0.0.1", 0)];
  const servicePort = await freePort("127.0.0.1", 0);
  const proxy = breakableProxy(port);
  proxy.server.listen(proxyPort, "127.0.0.1");
  await once(proxy.server, "listening");

  const webUrl = `http://127.0.0.1:${proxyPort}`;
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SERVICE_PORT: String(servicePort),
      // Browsers in tests turn pages faster than people.
      REPOHOST_POINTS_PER_MINUTE: "1000000",
      WEB_URL: webUrl,
      DATABASE_URL: "",
      LOG_LEVEL: "debug",
      ...environment,
    },
  });
  let output = "";
  const link = () => /(http\S+\/sign-in\?token=\S+)/.exec(output)?.[1];
  const ready = new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer) => {
      output += chunk.toString();
      if (link()) resolve();
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("exit", (code) => reject(new Error(`the start ended with ${code}:\n${output}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill("SIGINT");
      await gone;
    }
    proxy.drop();
    proxy.server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  const { SERVICE_URL: separate, AGENTS_API_KEY: user = "", POOLS_API_KEY: serviceAccount = user } = environment;
  const keys = separate
    ? { user, serviceAccount, admin: "" }
    : Keys.parse(JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8")));
  const app: App = {
    pid: child.pid ?? 0,
    webUrl,
    serviceUrl: separate ?? `http://127.0.0.1:${servicePort}`,
    dataDir,
    keys,
    output: () => output,
    signInLink: () => link() ?? "",
    disconnect() {
      proxy.refusing = true;
      proxy.drop();
    },
    reconnect() {
      proxy.refusing = false;
    },
    dropConnections: proxy.drop,
    liveRequests: () => proxy.liveRequests,
    dropNextResponse(start) {
      proxy.losing = start;
    },
  };
  return { app, stop };
}

/** A fresh one-time link, as `npm run sign-in` prints it. */
export async function newSignInLink(app: App): Promise<string> {
  const child = spawn(process.execPath, ["scripts/slipway.mjs", "sign-in"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DATA_DIR: app.dataDir, DATABASE_URL: "" },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  return output.trim();
}

/** The session of each app's admin, for the tests that ask for no more than to be signed in. */
const sessions = new WeakMap<App, Cookie[]>();

/** Signs a page in, with the session of the test before when that still holds; the page itself stays where it is. */
export async function signIn(page: Page, app: App): Promise<void> {
  const known = sessions.get(app);
  if (known) {
    await page.context().addCookies(known);
    const answer = await page.request.get(`${app.webUrl}/api/auth/session`);
    if (answer.ok() && "user" in Object(await answer.json())) return;
  }
  // What the start printed holds for a quarter of an hour: it is for whoever comes first.
  await signInWith(page, known ? await newSignInLink(app) : app.signInLink());
  sessions.set(app, await page.context().cookies());
}

/** Signs a page in with a link, and so a session, of its own: for tests about sessions, or that end theirs. */
export async function signInWithNewSession(page: Page, app: App): Promise<void> {
  await signInWith(page, await newSignInLink(app));
}

async function signInWith(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/**
 * Waits until React has taken a page over: a press before that is lost, and people look at a page for longer than tests
 * do before they press. A page whose code can't come is left as it is.
 */
async function waitForHydration(page: Page): Promise<void> {
  const isTaken = () =>
    [...document.querySelectorAll("main button, header button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps")),
    );
  // Keys are listened for a turn after the controls are there, before the browser has nothing left to do. A page that may
  // run no scripts calls nothing back.
  const rest = () =>
    document.querySelector("main button")
      ? new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 }))
      : undefined;
  await page
    .waitForFunction(isTaken, undefined, { timeout: 30_000 })
    .then(() => page.evaluate(rest))
    .catch(() => undefined);
}

function waitForHydrationOnNavigation(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const answer = await goto.apply(page, args);
    await waitForHydration(page);
    return answer;
  };
  page.reload = async (...args) => {
    const answer = await reload.apply(page, args);
    await waitForHydration(page);
    return answer;
  };
}

/** What a browser complains of that is a fault of ours: a broken policy, an exception nobody caught. */
const faults = /content security policy|hydrat|uncaught|did not match/i;

/** The browser's word on sizes it tells of with the next frame: no exception, and no fault. */
const notice = /^ResizeObserver loop/;

export const test = base.extend<{ watched: undefined }, { environment: Environment; app: App }>({
  watched: [
    async ({ page }, use) => {
      const found: string[] = [];
      page.on("pageerror", ({ message }) => {
        if (!notice.test(message)) found.push(message);
      });
      page.on("console", (message) => {
        if (message.type() === "error" && faults.test(message.text())) found.push(message.text());
      });
      await use(undefined);
      expect(found).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    context.on("page", waitForHydrationOnNavigation);
    await use(context);
  },
  /** Settings of the app beside those every test needs. */
  environment: [{}, { option: true, scope: "worker" }],
  app: [
    async ({ environment }, use) => {
      const { app, stop } = await startApp(environment);
      await use(app);
      await stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});
export { expect };
