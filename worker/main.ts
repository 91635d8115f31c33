import { stat } from "node:fs/promises";
import { join } from "node:path";
import { gitVersion, logGitVersion } from "@/git/git-version";
import { systemClock } from "@/lib/core/clock";
import { systemIds } from "@/lib/core/ids";
import { createLog } from "@/lib/core/log";
import { readSettings } from "@/lib/core/settings/settings";
import { removeLeftovers } from "@/runner/images/remove-marked";
import { installedCommands } from "@/runner/programs/install-program";
import { agentCommands, scriptModel } from "@/runner/run/agent-commands";
import { runEgress } from "@/runner/run/run-egress";
import { RunProcesses } from "@/runner/run-process/run-processes";
import { runResources } from "@/runner/run-resources";
import { probeSandbox } from "@/runner/sandbox/probe-sandbox";
import { describeOptions, OptionsError, runProgram } from "./arguments";
import { detectCheckout } from "./checkout";
import { readLabels } from "./labels";
import { serveManagement } from "./management";
import { readCredential, readWorkerOptions, type WorkerOptions, workerOptions } from "./options";
import { preflight } from "./preflight";
import { registeredWorkerId, savedCredential } from "./saved-credential";
import { WorkerRejectedError } from "./service-connection";
import { startWorker } from "./worker";
import { openWorkerFolder, workersRoot } from "./worker-folder";
import { createWorkerMetrics } from "./worker-metrics";

const usage = (prefix: string) => `Usage: slipway worker [options] [start]
       slipway worker [options] debug [--json]
       slipway worker controller … (same as slipway controller)

Joins a pool, or acts as a personal machine, and runs agents on this host. Only makes outbound connections.

${describeOptions(workerOptions, prefix)}
`;

async function checkFolders(folders: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) problems.push(`--worker-dir ${folder} is not a folder`);
  }
  if (problems.length > 0) throw new OptionsError(problems);
}

/** Throws {@link OptionsError} when git is missing or too old. */
async function checkGit(): Promise<void> {
  await gitVersion().catch((error) => {
    throw new OptionsError([error instanceof Error ? error.message : String(error)]);
  });
}

async function run(options: WorkerOptions, environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(environment);
  const [workerDir = process.cwd()] = options.workerDirs;
  await checkFolders(options.workerDirs);
  await checkGit();
  const labels = await readLabels(options);
  const checkout = await detectCheckout(workerDir);
  const sandbox = await probeSandbox(settings);
  // Without a sandbox an agent can read whatever this account can.
  const safe = sandbox !== "none" || settings.allowUnisolated;
  const known = [...installedCommands(settings.dataDir), ...agentCommands(settings)];
  const commands = new Map(known.filter(([id]) => safe || id === scriptModel));
  const { serviceName } = settings;
  const root = workersRoot(workerDir, serviceName);
  const token = await readCredential(options.credential).catch((error) => {
    if (options.command === "debug") return "";
    throw error;
  });
  const knownId = options.workerId ?? (await registeredWorkerId(root, token));
  const workerId = knownId ?? systemIds.uuid();
  if (options.command === "debug") {
    const saved = await savedCredential(join(root, workerId), token);
    return preflight({ options, saved, workerId, labels, checkout, models: [...commands.keys()], sandbox });
  }

  const log = createLog({ program: "worker", level: settings.logLevel }).child({ workerId });
  await logGitVersion(log);
  const hasGeneratedId = knownId === undefined;
  const folder = await openWorkerFolder({ workerDir, serviceName, workerId, hasGeneratedId, now: systemClock.now() });
  const metrics = createWorkerMetrics(serviceName, systemClock);
  if (options.verbose) log.info({ labels, workerDirs: options.workerDirs, repository: checkout?.url }, "routing");
  // The clock's timers don't keep the process alive.
  const alive = setInterval(() => {}, 60_000);
  const resources = runResources(settings, folder);
  await removeLeftovers(resources.images, log);
  const runProcesses = new RunProcesses();
  const worker = await startWorker({
    options,
    workerId,
    labels,
    checkout,
    commands,
    sandbox,
    executeRun: runProcesses.execute,
    egress: (model) => runEgress(settings, model, [options.endpoint]),
    ...resources,
    folder,
    metrics,
    prefix: serviceName.toUpperCase(),
    clock: systemClock,
    ids: systemIds,
    log,
  });
  const management =
    options.management &&
    (await serveManagement({ ...options.management, isReady: () => worker.isReady(), registry: metrics.registry }));
  let signaled = false;
  const onSignal = () => {
    if (signaled) worker.stop().catch((error) => log.error({ err: error }, "couldn't stop the runs"));
    else worker.drain();
    signaled = true;
  };
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  process.stdout.write(`${JSON.stringify({ workerId, ...(management ? { managementPort: management.port } : {}) })}\n`);
  try {
    const reason = await worker.ended;
    log.info({ reason }, "worker stopped");
    return 0;
  } catch (error) {
    if (!(error instanceof WorkerRejectedError)) throw error;
    log.error({ reason: error.message }, "the service rejected this worker");
    console.error(`The service rejected this worker: ${error.message}`);
    await worker.stop();
    return 1;
  } finally {
    clearInterval(alive);
    runProcesses.close();
    management?.close();
    await folder.unlock();
  }
}

/** Runs a worker until it is idle or drained. Returns the exit code: 0 idle or drained, 1 rejected, 2 invalid options. */
export async function main(argv: readonly string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const settings = readSettings(environment);
  const prefix = settings.serviceName.toUpperCase();
  const endpoint = settings.serviceUrl ?? settings.servicePublicUrl;
  return runProgram(argv, {
    name: "worker",
    usage: () => usage(prefix),
    run: () => run(readWorkerOptions(argv, environment, { prefix, endpoint, cwd: process.cwd() }), environment),
  });
}
