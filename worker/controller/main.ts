import { join } from "node:path";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { lockDataDir } from "@/postgres/lock";
import { describeOptions, runProgram } from "../arguments";
import { openClaimJournal } from "./claim-journal";
import { createClaimer } from "./claim-requests";
import { followQueue } from "./follow-queue";
import { keepWarm } from "./keep-warm";
import { type ControllerOptions, controllerOptions, readControllerOptions } from "./options";
import { createPoolApi, PoolApiError } from "./pool-api";
import { hookEnvironment, type Launch, runSpawnHook } from "./spawn-hook";

const usage = (prefix: string) => `Usage: slipway controller --spawn <program> (--pool <name>… | --all-pools) [options]

Watches the queue of pending requests. Claims each request and runs the program to start a worker for it.

${describeOptions(controllerOptions, prefix)}
`;

const graceMs = 10_000;

async function run(options: ControllerOptions, environment: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(environment);
  const prefix = settings.serviceName.toUpperCase();
  const log = createLog({ program: "controller", level: settings.logLevel });
  const api = createPoolApi(options);
  const { apiKey, endpoint, pools, repository, warmIdle } = options;
  const launch = (request: Launch) => runSpawnHook(options.spawn, hookEnvironment(environment, request, prefix));
  const shared = { api, apiKey, endpoint, launch, clock: systemClock, ids: systemIds, log };
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => stop.abort());
  // The clock's timers don't keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  const unlock = await lockDataDir(options.stateDir);
  const [onlyPool] = pools?.length === 1 ? pools : [];
  const filter = { pool: onlyPool, repository };
  const follow = (onChange: Parameters<typeof followQueue>[0]["onChange"]) =>
    followQueue({ api, filter, onChange, signal: stop.signal, clock: systemClock, random: Math.random, log });
  try {
    if (warmIdle !== undefined && onlyPool !== undefined) {
      const warm = keepWarm({ ...shared, pool: onlyPool, idle: warmIdle });
      await follow(() => warm.check());
      await warm.stop();
      return;
    }
    const journal = await openClaimJournal(join(options.stateDir, "claims"));
    const claimer = createClaimer({ ...shared, pools, sessionToken: options.sessionToken, journal });
    let recovered = false;
    await follow((view) => {
      if (recovered) claimer.update(view);
      else {
        recovered = true;
        claimer
          .recover()
          .catch((error) => log.warn({ err: error }, "couldn't release claims of a previous process"))
          .then(() => claimer.update(view));
      }
    });
    await claimer.stop(graceMs);
  } finally {
    clearInterval(alive);
    await unlock();
  }
}

/** Runs the controller until a signal. Returns the exit code: 0 stopped, 1 rejected by the service, 2 invalid options. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(environment);
  const prefix = settings.serviceName.toUpperCase();
  const endpoint = settings.serviceUrl ?? settings.servicePublicUrl;
  return runProgram(argv, {
    name: "controller",
    usage: () => usage(prefix),
    run: async () => {
      try {
        await run(readControllerOptions(argv, environment, { prefix, endpoint, cwd: process.cwd() }), environment);
        return 0;
      } catch (error) {
        if (!(error instanceof PoolApiError)) throw error;
        console.error(`The service rejected this controller: ${error.message}`);
        return 1;
      }
    },
  });
}
