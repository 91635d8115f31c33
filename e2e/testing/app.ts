import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, type Cookie, expect, type Page } from "@playwright/test";
import { Keys } from "@/lib/core/settings/keys";
import { testPort } from "@/lib/core/testing/test-port";

/** A running Slipway, started as `npm start` does, behind a proxy whose connections tests can break. */
export interface App {
  /** Process id of the start script, which runs the service and the dashboard. */
  pid: number;
  webUrl: string;
  serviceUrl: string;
  dataDir: string;
  keys: Keys;
  /** Everything the start script has printed. */
  output(): string;
  signInLink(): string;
  /** Breaks all connections between browsers and the dashboard and blocks new ones until `reconnect`. */
  disconnect(): void;
  reconnect(): void;
  /** Breaks all current connections. */
  dropConnections(): void;
  /** Number of open connections to the live channel. */
  liveConnections(): number;
  /** Forwards the next request that starts with `start`, and breaks its connection when the response arrives. */
  dropNextResponse(start: string): void;
}

type Environment = Readonly<Record<string, string>>;

function breakableProxy(target: number) {
  const sockets = new Set<Socket>();
  let blocking = false;
  /** Connections whose last request was for the live channel. */
  const live = new Set<Socket>();
  let dropResponseTo: string | undefined;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((browser) => {
    if (blocking) {
      browser.destroy();
      return;
    }
    const dashboard = connect(target, "127.0.0.1");
    browser.on("data", (chunk: Buffer) => {
      if (chunk.includes("GET /api/live?")) live.add(browser);
      else live.delete(browser);
      if (dropResponseTo === undefined || !chunk.toString("latin1").startsWith(dropResponseTo)) return;
      dropResponseTo = undefined;
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
        live.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  return {
    server,
    drop,
    get liveConnections() {
      return live.size;
    },
    set blocking(value: boolean) {
      blocking = value;
    },
    set dropResponseTo(start: string) {
      dropResponseTo = start;
    },
  };
}

async function startApp(environment: Environment): Promise<{ app: App; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-e2e-"));
  const [proxyPort, port] = [await testPort(), await testPort()];
  const servicePort = await testPort();
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
      // Tests send requests faster than users do.
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
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (link()) resolve();
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.once("exit", (code) => reject(new Error(`the start script exited with ${code}:\n${output}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGINT");
      await exited;
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
      proxy.blocking = true;
      proxy.drop();
    },
    reconnect() {
      proxy.blocking = false;
    },
    dropConnections: proxy.drop,
    liveConnections: () => proxy.liveConnections,
    dropNextResponse(start) {
      proxy.dropResponseTo = start;
    },
  };
  return { app, stop };
}

/** A new one-time sign-in link, from `npx slipway sign-in`. */
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

/** The admin session of each app, shared by tests that only need to be signed in. */
const sessions = new WeakMap<App, Cookie[]>();

/** Signs a page in, reusing the session of the previous test if it is still valid. */
export async function signIn(page: Page, app: App): Promise<void> {
  const cookies = sessions.get(app);
  if (cookies) {
    await page.context().addCookies(cookies);
    const response = await page.request.get(`${app.webUrl}/api/auth/session`);
    if (response.ok() && "user" in Object(await response.json())) return;
  }
  // The link that the start script prints works once and expires after 15 minutes.
  await signInWith(page, cookies ? await newSignInLink(app) : app.signInLink());
  sessions.set(app, await page.context().cookies());
}

/** Signs a page in with a new session, for tests that are about sessions or end theirs. */
export async function signInWithNewSession(page: Page, app: App): Promise<void> {
  await signInWith(page, await newSignInLink(app));
}

async function signInWith(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/**
 * Waits until React has hydrated the page, because earlier clicks are lost. Gives up silently on a page whose scripts
 * can't load.
 */
async function waitForHydration(page: Page): Promise<void> {
  const isHydrated = () =>
    [...document.querySelectorAll("main button, header button")].every((button) =>
      Object.keys(button).some((key) => key.startsWith("__reactProps")),
    );
  // Key listeners are attached in effects after hydration, so wait until the browser is idle. Skip pages without buttons:
  // where scripts are disabled, requestIdleCallback never fires.
  const waitForIdle = () =>
    document.querySelector("main button, header button")
      ? new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 }))
      : undefined;
  await page
    .waitForFunction(isHydrated, undefined, { timeout: 30_000 })
    .then(() => page.evaluate(waitForIdle))
    .catch(() => undefined);
}

function waitForHydrationOnNavigation(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (...args) => {
    const response = await goto.apply(page, args);
    await waitForHydration(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload.apply(page, args);
    await waitForHydration(page);
    return response;
  };
}

/** Console errors that fail a test: policy violations, hydration errors, and uncaught exceptions. */
const failingErrors = /content security policy|hydrat|uncaught|did not match/i;

/** Browsers report delayed ResizeObserver notifications as errors; they are harmless. */
const ignoredErrors = /^ResizeObserver loop/;

export const test = base.extend<{ failOnPageErrors: undefined }, { environment: Environment; app: App }>({
  failOnPageErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => {
        if (!ignoredErrors.test(message)) errors.push(message);
      });
      page.on("console", (message) => {
        if (message.type() === "error" && failingErrors.test(message.text())) errors.push(message.text());
      });
      await use(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    context.on("page", waitForHydrationOnNavigation);
    await use(context);
  },
  /** Additional environment variables for the app. */
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
