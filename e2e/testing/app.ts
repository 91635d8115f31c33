import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { freePort } from "../../lib/settings/free-port";
import { Keys } from "../../lib/settings/keys";

/** A running Slipway, started as `npm start` does, behind a line that tests can cut. */
export interface App {
  webUrl: string;
  serviceUrl: string;
  dataDir: string;
  keys: Keys;
  /** What the start printed. */
  output(): string;
  signInLink(): string;
  /** Breaks every connection between browsers and the dashboard; new ones are refused until `restore`. */
  cut(): void;
  restore(): void;
  /** Breaks every connection once. */
  hiccup(): void;
}

function cuttableLine(target: number) {
  const sockets = new Set<Socket>();
  let refusing = false;
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((browser) => {
    if (refusing) {
      browser.destroy();
      return;
    }
    const dashboard = connect(target, "127.0.0.1");
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
    set refusing(value: boolean) {
      refusing = value;
    },
  };
}

async function startApp(): Promise<{ app: App; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), "slipway-e2e-"));
  const [linePort, port] = [await freePort("127.0.0.1", 0), await freePort("127.0.0.1", 0)];
  const servicePort = await freePort("127.0.0.1", 0);
  const line = cuttableLine(port);
  line.server.listen(linePort, "127.0.0.1");
  await once(line.server, "listening");

  const webUrl = `http://127.0.0.1:${linePort}`;
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      SERVICE_PORT: String(servicePort),
      WEB_URL: webUrl,
      DATABASE_URL: "",
      LOG_LEVEL: "debug",
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
    line.drop();
    line.server.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready;
  } catch (error) {
    await stop();
    throw error;
  }
  const keys = Keys.parse(JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8")));
  const app: App = {
    webUrl,
    serviceUrl: `http://127.0.0.1:${servicePort}`,
    dataDir,
    keys,
    output: () => output,
    signInLink: () => link() ?? "",
    cut() {
      line.refusing = true;
      line.drop();
    },
    restore() {
      line.refusing = false;
    },
    hiccup: line.drop,
  };
  return { app, stop };
}

/** A fresh one-time link, as `npm run sign-in` prints it. */
async function freshLink(app: App): Promise<string> {
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

/** Signs a page in with a link of its own. */
export async function signIn(page: Page, app: App): Promise<void> {
  await page.goto(await freshLink(app));
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/sign-in"));
}

/** What a browser complains of that is a fault of ours: a broken policy, an exception nobody caught. */
const faults = /content security policy|hydrat|uncaught|did not match/i;

export const test = base.extend<{ watched: undefined }, { app: App }>({
  watched: [
    async ({ page }, use) => {
      const found: string[] = [];
      page.on("pageerror", (error) => found.push(error.message));
      page.on("console", (message) => {
        if (message.type() === "error" && faults.test(message.text())) found.push(message.text());
      });
      await use(undefined);
      expect(found).toEqual([]);
    },
    { auto: true },
  ],
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its parameter's pattern.
    async ({}, use) => {
      const { app, stop } = await startApp();
      await use(app);
      await stop();
    },
    { scope: "worker", timeout: 240_000 },
  ],
});
export { expect };
