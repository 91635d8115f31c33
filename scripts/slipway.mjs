#!/usr/bin/env node
// The slipway command.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundle, root } from "./bundle.mjs";

const usage = `usage: slipway <command>

  service   run the service alone; prints one JSON line {"url","keysFile"} when it accepts requests
  sign-in   print a fresh one-time sign-in link for the dashboard that is running
  start     run service and dashboard (the same as npm start)
  version   print the version
`;

const load = async (name) => import(pathToFileURL(join(root, "dist", `${name}.mjs`)).href);

/** Ends with one plain sentence for what a user can mend, and the stack for what only we can. */
function fail(error) {
  const expected = ["SettingsError", "DataDirInUse"].includes(error?.name) || error?.code === "EADDRINUSE";
  console.error(expected ? error.message : error);
  process.exit(1);
}

/** Addresses of the Slipway that runs on the same data folder. */
async function running() {
  const { readFile } = await import("node:fs/promises");
  const file = join(process.env.DATA_DIR || ".data", "running.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { databaseUrl, webUrl } = JSON.parse(text);
  return { DATABASE_URL: databaseUrl, WEB_URL: webUrl };
}

/** The variables that are set; an empty one counts as absent. */
const given = () => Object.fromEntries(Object.entries(process.env).filter(([, value]) => value));

const [command] = process.argv.slice(2);
try {
  switch (command) {
    case "service":
      await bundle();
      await (await load("service")).main(process.env);
      break;
    case "sign-in":
      await bundle();
      console.log(await (await load("sign-in")).runSignIn({ ...(await running()), ...given() }));
      process.exit(0);
      break;
    case "start":
      await import("./start.mjs");
      break;
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
