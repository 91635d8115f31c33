import { randomUUID } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "./app";

/** Blocks a run until its test opens the gate, instead of a fixed sleep. */
interface Gate {
  /** A shell condition that is true until the gate is opened. */
  closed: string;
  open(): Promise<void>;
}

/** Creates a gate. It is a file in the workspace's temporary folder, because a sandboxed run can't read files elsewhere. */
export function createGate({ dataDir }: App): Gate {
  const name = `gate-${randomUUID()}`;
  const workspaces = join(dataDir, "workspaces");
  return {
    closed: `[ ! -e "$TMPDIR/${name}" ]`,
    open: async () => {
      const agents = await readdir(workspaces);
      // The agent may have been deleted in the meantime.
      await Promise.all(
        agents.map((agent) => writeFile(join(workspaces, agent, "tmp", name), "").catch(() => undefined)),
      );
    },
  };
}
