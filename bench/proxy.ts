import { type Dashboard, startDashboard } from "./dashboard";
import type { Harness } from "./harness";
import { launchBrowser } from "./launch-browser";
import { quantile, type Result } from "./result";

const callers = 32;
const target = 1.5;

/** Signs in and returns the session's Cookie header. */
async function sessionCookie({ signInLink }: Dashboard): Promise<string> {
  const browser = await launchBrowser();
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

/** Measures calls to the service and the same calls through the dashboard, interleaved, with 32 concurrent callers. */
export async function proxy(harness: Harness, root: string, scaled: (size: number, least: number) => number) {
  const seeded = await harness.seedRuns(100);
  const dashboard = await startDashboard(root, harness.url, harness.key, harness.poolsKey);
  try {
    const cookie = await sessionCookie(dashboard);
    const agents = seeded.slice(0, callers).map(({ agentId }) => `/v1/agents/${agentId}`);
    const one = agents.slice(0, 1);
    const rounds = scaled(5, 1);
    const measure = async (what: string, paths: readonly string[], path?: string): Promise<Result[]> => {
      const proxyPaths = path ? [path] : paths.map((path) => `/api${path}`);
      const transports = {
        direct: { urls: paths.map((path) => harness.url + path), headers: { authorization: `Bearer ${harness.key}` } },
        proxied: { urls: proxyPaths.map((path) => dashboard.url + path), headers: { cookie } },
      };
      const measureCalls = async (transport: keyof typeof transports) => {
        const done = await harness.runJob({ kind: "call", ...transports[transport], callers, calls: scaled(20, 10) });
        return done.durations ?? [];
      };
      await measureCalls("direct");
      await measureCalls("proxied");
      const direct: number[] = [];
      const proxied: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        direct.push(...(await measureCalls("direct")));
        proxied.push(...(await measureCalls("proxied")));
      }
      return ([0.5, 0.95] as const).map(
        (share): Result => ({
          name: `${what}, ${callers} callers, p${share * 100}`,
          value: quantile(proxied, share),
          unit: "ms",
          reference: [quantile(direct, share), "directly"],
          ...(share === 0.5 && !path ? { target: { ratio: target } } : {}),
        }),
      );
    };
    return [
      ...(await measure("list 100 agents through the proxy", ["/v1/agents?limit=100"])),
      ...(await measure("one agent through the proxy", one)),
      // Each caller reads a different agent, so no reads are shared.
      ...(await measure("different agents through the proxy", agents)),
      // The share of Next.js.
      ...(await measure("empty route handler vs. one agent", one, "/api/healthz")),
    ];
  } finally {
    await dashboard.close();
  }
}
