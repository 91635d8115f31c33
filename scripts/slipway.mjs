#!/usr/bin/env node
// The slipway command.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, root } from "./bundle.mjs";

const usage = `usage: slipway <command>

  service   run the service alone; prints one JSON line {"url","keysFile"} when it accepts requests
  sign-in   print a fresh one-time sign-in link for the dashboard that is running
  start     run service and dashboard (the same as npm start)
  worker    join a pool or be a personal machine, and run agents here; \`slipway worker --help\` lists its options
  controller
            start workers for the requests that wait in pools; \`slipway controller --help\` lists its options
  environment check FILE…
            check environment files: exit 0 valid, 1 invalid, 2 unreadable
  admin     people, groups, keys, service accounts, mirrors and what else needs the admin key; \`slipway admin --help\`
            lists it
  verify    look for what database, git and files don't agree on; exit 1 when there is any
  doctor    look at what Slipway needs on this machine; exit 1 when something is missing
  version   print the version
`;

const load = async (name) => import(pathToFileURL(join(root, "dist", `${name}.mjs`)).href);

/** Ends with one plain sentence for what a user can mend, and the stack for what only we can. */
function fail(error) {
  const expected =
    ["SettingsError", "DataDirInUse", "WorkerInUse"].includes(error?.name) || error?.code === "EADDRINUSE";
  console.error(expected ? error.message : error);
  process.exit(1);
}

/** Addresses of the Slipway that runs on the same data folder. */
async function running() {
  const { readFile } = await import("node:fs/promises");
  const file = join(process.env.DATA_DIR || ".data", "running.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { databaseUrl, webUrl, serviceUrl } = JSON.parse(text);
  return { addresses: { DATABASE_URL: databaseUrl, WEB_URL: webUrl }, serviceUrl };
}

/** The variables that are set; an empty one counts as absent. */
const given = () => Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));

const [command, ...rest] = process.argv.slice(2);
try {
  switch (command) {
    case "service":
      await bundle();
      await (await load("service")).main(process.env);
      break;
    case "sign-in":
      await bundle();
      console.log(await (await load("sign-in")).runSignIn({ ...(await running()).addresses, ...given() }));
      process.exit(0);
      break;
    case "verify":
    case "doctor":
      await bundle();
      process.exitCode = await (await load(command)).main({ ...(await running()).addresses, ...given() });
      break;
    case "admin": {
      await bundle();
      const environment = { SERVICE_URL: (await running()).serviceUrl, ...given() };
      process.exitCode = await (await load("admin")).main(rest, environment);
      break;
    }
    case "environment":
      await bundle();
      process.exitCode = await (await load("environment-check")).main(process.argv.slice(3));
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
      console.error(`slipway: there is no command ${command}\n\n${usage}`);
      process.exit(2);
  }
} catch (error) {
  fail(error);
}
