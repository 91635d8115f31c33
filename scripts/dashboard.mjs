// slipway dashboard: builds the dashboard if needed and runs it until a signal.
import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { nextProgram, root } from "./bundle.mjs";

/** Returns the exit code. */
export async function runDashboard(environment) {
  await build();
  const { HOST: host = "127.0.0.1", PORT: port = "3000" } = environment;
  const child = spawn(process.execPath, [nextProgram(), "start", "-H", host, "-p", port], {
    cwd: root,
    stdio: "inherit",
    env: { ...environment, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? (signal === "SIGTERM" ? 0 : 1)));
  });
}
