#!/usr/bin/env node
// The slipway command.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, root } from "./bundle.mjs";

const usage = `Usage: slipway <command> [options]

Commands:
  run <prompt>               Launch an agent. --follow prints its transcript
  send <agent> <prompt>      Send a follow-up to an agent
  follow <agent>             Print the transcript of an agent's run until it ends
  cancel <agent>             Cancel an agent's run
  start                      Run the service and the dashboard (same as npm start)
  service                    Run only the service. Prints {"url","keysFile"} as one line of JSON when it's ready
  dashboard                  Run only the dashboard. Requires DATABASE_URL
  sign-in                    Print a new one-time sign-in link for the running dashboard
  worker                     Run agents on this machine, as part of a pool or as a personal machine
  controller                 Start workers for requests waiting in pools
  agents <command>           Add, list, test and remove coding agents
  environment check <file>…  Validate environment files
  admin <operation>          Manage users, groups, API keys, service accounts and mirrors
  verify                     Check that the database, git and files are consistent
  backup <folder>            Back up databases, repositories, artifacts and keys, even while Slipway is running
  restore <folder>           Restore a backup into an empty DATA_DIR and DATABASE_URL
  doctor                     Check that this machine has what Slipway needs
  version                    Print the version
  help                       Print this help

verify and doctor exit with 1 if they find a problem.
Run slipway run, send, follow, cancel, worker, controller, environment, agents or admin with --help for their options.
`;

const load = async (name) => import(pathToFileURL(join(root, "dist", `${name}.mjs`)).href);

/** Prints the message of errors a user can fix, or the stack of other errors, and exits with 1. */
function fail(error) {
  const expected =
    ["SettingsError", "DataDirInUse", "WorkerInUse", "BackupError"].includes(error?.name) ||
    error?.code === "EADDRINUSE";
  console.error(expected ? error.message : error);
  process.exit(1);
}

/** Returns the URLs of the Slipway running on the data folder. */
async function readRunning() {
  const { readFile } = await import("node:fs/promises");
  const file = join(process.env.DATA_DIR || ".data", "running.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { databaseUrl, webUrl, serviceUrl } = JSON.parse(text);
  return { addresses: { DATABASE_URL: databaseUrl, WEB_URL: webUrl }, serviceUrl };
}

/** Returns the environment without empty variables. */
const definedVariables = () => Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));

const [command, ...rest] = process.argv.slice(2);
const withoutOptions = ["start", "service", "dashboard", "sign-in", "verify", "doctor"];
if (withoutOptions.includes(command) && rest.some((each) => each === "--help" || each === "-h")) {
  console.log(usage);
  process.exit(0);
}
try {
  switch (command) {
    case "service":
      await bundle();
      await (await load("service")).main(process.env);
      break;
    case "sign-in":
      await bundle();
      console.log(
        await (await load("sign-in")).runSignIn({ ...(await readRunning()).addresses, ...definedVariables() }),
      );
      process.exit(0);
      break;
    case "verify":
    case "doctor":
      await bundle();
      process.exitCode = await (await load(command)).main({
        ...(await readRunning()).addresses,
        ...definedVariables(),
      });
      break;
    case "backup":
    case "restore": {
      await bundle();
      const running = command === "backup" ? (await readRunning()).addresses : {};
      process.exitCode = await (await load(command)).main(rest, { ...running, ...definedVariables() });
      break;
    }
    case "admin":
    case "agents": {
      await bundle();
      const environment = { SERVICE_URL: (await readRunning()).serviceUrl, ...definedVariables() };
      process.exitCode = await (await load(command)).main(rest, environment);
      break;
    }
    case "run":
    case "send":
    case "follow":
    case "cancel": {
      await bundle();
      // Not the variables of the same names, which can belong to another program.
      const running = (await readRunning()).addresses;
      process.exitCode = await (await load("cli")).main(process.argv.slice(2), { ...definedVariables(), ...running });
      break;
    }
    case "environment":
      await bundle();
      process.exitCode = await (await load("environment-check")).main(process.argv.slice(3));
      break;
    case "dashboard":
      process.exit(await (await import("./dashboard.mjs")).runDashboard(definedVariables()));
      break;
    case "start":
      await import("./start.mjs");
      break;
    case "worker":
    case "controller": {
      await bundle();
      const controller = command === "controller" || rest[0] === "controller";
      const argv = command === "worker" && controller ? rest.slice(1) : rest;
      process.exit(await (await load(controller ? "controller" : "worker")).main(argv, process.env));
      break;
    }
    case "version":
    case "--version": {
      const { readFile } = await import("node:fs/promises");
      console.log(JSON.parse(await readFile(join(root, "package.json"), "utf8")).version);
      break;
    }
    case undefined:
    case "help":
    case "--help":
      console.log(usage);
      break;
    default:
      console.error(`slipway: unknown command ${command}\n\n${usage}`);
      process.exit(2);
  }
} catch (error) {
  fail(error);
}
