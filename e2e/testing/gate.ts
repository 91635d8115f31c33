import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "./app";

/** What a run waits at until its test lets it go on: no clock says how long that takes. */
interface Gate {
  /** A condition of the shell that holds until the gate is opened. */
  closed: string;
  open(): Promise<void>;
}

/** A run sees nothing of the machine but its workspace: the gate is a file in its folder for what is temporary. */
export function createGate({ dataDir }: App): Gate {
  const name = `gate-${randomUUID()}`;
  const workspaces = join(dataDir, "workspaces");
  return {
    closed: `[ ! -e "$TMPDIR/${name}" ]`,
    open: async () => {
      const agents = await readdir(workspaces);
      // An agent that was deleted meanwhile waits no more.
      await Promise.all(
        agents.map((agent) => writeFile(join(workspaces, agent, "tmp", name), "").catch(() => undefined)),
      );
    },
  };
}
