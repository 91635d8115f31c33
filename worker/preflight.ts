import { WebSocket } from "ws";
import { connectPath } from "@/lib/contract/worker-protocol/limits";
import type { Checkout } from "./checkout";
import { readCredential, type WorkerOptions } from "./options";

interface Check {
  name: "connectivity" | "authentication" | "routing" | "labels" | "visibility";
  ok: boolean;
  detail: string;
}

export interface Preflight {
  options: WorkerOptions;
  /** What replaced its registration token, if it registered before. */
  saved: string | undefined;
  workerId: string;
  labels: readonly { key: string; value: string }[];
  checkout: Checkout | undefined;
  models: readonly string[];
  sandbox: string;
}

async function checkConnectivity(endpoint: string): Promise<Check> {
  const url = `${endpoint}/healthz`;
  try {
    const { status } = await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: "error" });
    return { name: "connectivity", ok: status === 200, detail: `${url} returned ${status}` };
  } catch (error) {
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : "";
    return { name: "connectivity", ok: false, detail: `couldn't reach ${url}: ${reason}` };
  }
}

/** Opens a worker connection and closes it before registering. */
function checkAuthentication(endpoint: string, credential: string): Promise<Check> {
  const name = "authentication";
  return new Promise((resolve) => {
    const socket = new WebSocket(`${endpoint.replace(/^http/, "ws")}${connectPath}`, {
      headers: { authorization: `Bearer ${credential}` },
      handshakeTimeout: 10_000,
    });
    socket.on("open", () => {
      resolve({ name, ok: true, detail: "credential accepted" });
      socket.close(1000);
    });
    socket.on("unexpected-response", (request, { statusCode }) => {
      resolve({ name, ok: false, detail: `the service returned ${statusCode}` });
      request.destroy();
    });
    socket.on("error", (error) => resolve({ name, ok: false, detail: error.message }));
  });
}

async function runChecks({ options, saved, labels, checkout, models }: Preflight): Promise<Check[]> {
  const { endpoint, credential, pool } = options;
  const token = saved ?? (await readCredential(credential).catch((error: Error) => error));
  const shown = labels.map(({ key, value }) => `${key}=${value}`).join(", ") || "none";
  return [
    await checkConnectivity(endpoint),
    token instanceof Error
      ? { name: "authentication", ok: false, detail: token.message }
      : await checkAuthentication(endpoint, token),
    {
      name: "routing",
      ok: true,
      detail: `${pool === undefined ? "personal machine" : `pool ${pool}`}, ${checkout ? `repository ${checkout.owner}/${checkout.name}` : "any repository"}`,
    },
    { name: "labels", ok: true, detail: shown },
    { name: "visibility", ok: models.length > 0, detail: `listed as ${options.name}, runs ${models.join(", ")}` },
  ];
}

/** Checks whether a worker with these options could start, without starting it. Returns the exit code. */
export async function preflight(context: Preflight): Promise<number> {
  const results = await runChecks(context);
  const ok = results.every((check) => check.ok);
  if (context.options.json) {
    const { workerId, sandbox } = context;
    console.log(
      JSON.stringify(
        { ok, workerId, endpoint: context.options.endpoint, isolation: sandbox, checks: results },
        null,
        2,
      ),
    );
  } else {
    for (const { name, ok: good, detail } of results) console.log(`${good ? "ok    " : "FAILED"} ${name}: ${detail}`);
  }
  return ok ? 0 : 1;
}
