import { chromium } from "@playwright/test";
import { type Dashboard, startDashboard } from "./dashboard";
import { type Figure, milliseconds, quantile } from "./figure";
import type { Stage } from "./stage";

const callers = 32;
const target = 1.5;

/** A session of the dashboard, as the header of plain requests. */
async function sessionCookie({ signInLink }: Dashboard): Promise<string> {
  const executablePath = process.env.CHROMIUM_PATH;
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(signInLink);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(({ pathname }) => !pathname.startsWith("/sign-in"));
    return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  } finally {
    await browser.close();
  }
}

/** Calls at the service and the same calls through the dashboard, by turns, each made by 32 callers at once. */
export async function proxy(stage: Stage, root: string, scaled: (size: number, least: number) => number) {
  const seeded = await stage.seedRuns(100);
  const dashboard = await startDashboard(root, stage.url, stage.key, stage.poolsKey);
  try {
    const cookie = await sessionCookie(dashboard);
    const agents = seeded.slice(0, callers).map(({ agentId }) => `/v1/agents/${agentId}`);
    const one = agents.slice(0, 1);
    const rounds = scaled(5, 1);
    const measure = async (what: string, paths: readonly string[], instead?: string): Promise<Figure[]> => {
      const through = instead ? [instead] : paths.map((path) => `/api${path}`);
      const ways = {
        direct: { urls: paths.map((path) => stage.url + path), headers: { authorization: `Bearer ${stage.key}` } },
        proxied: { urls: through.map((path) => dashboard.url + path), headers: { cookie } },
      };
      const turn = async (way: keyof typeof ways) => {
        const done = await stage.read({ kind: "call", ...ways[way], callers, calls: scaled(20, 10) });
        return done.durations ?? [];
      };
      await turn("direct");
      await turn("proxied");
      const direct: number[] = [];
      const proxied: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        direct.push(...(await turn("direct")));
        proxied.push(...(await turn("proxied")));
      }
      return ([0.5, 0.95] as const).map((share) => {
        const ratio = quantile(proxied, share) / quantile(direct, share);
        const goal = share === 0.5 && !instead ? ` (target ${target} ×)` : "";
        return {
          name: `${what}, ${callers} callers, p${share * 100}`,
          measured: milliseconds(quantile(proxied, share)),
          against: `${milliseconds(quantile(direct, share))} directly${goal}`,
          ratio: `${ratio.toFixed(2)} ×`,
        };
      });
    };
    return [
      ...(await measure("a list of 100 agents through the proxy", ["/v1/agents?limit=100"])),
      ...(await measure("one agent through the proxy", one)),
      // Nothing that callers could be answered together with.
      ...(await measure("an agent each through the proxy", agents)),
      // What Next.js itself takes of the call before.
      ...(await measure("an empty route handler against one agent", one, "/api/healthz")),
    ];
  } finally {
    await dashboard.close();
  }
}
