import { existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const folder = "agent-messages";

/** Starts the program with its arguments and writes the messages of both directions to the home folder. */
const wrapper = (program: string, interpreted: boolean) => `#!${process.execPath}
Promise.all([import("node:child_process"), import("node:fs")]).then(([{ spawn }, { appendFileSync, mkdirSync }]) => {
  const folder = process.env.HOME + "/${folder}";
  mkdirSync(folder, { recursive: true });
  const file = folder + "/" + Date.now() + ".ndjson";
  const command = [${interpreted ? "process.execPath, " : ""}${JSON.stringify(program)}];
  const child = spawn(command[0], [...command.slice(1), ...process.argv.slice(2)], { stdio: ["pipe", "pipe", "inherit"] });
  const copy = (from, to, received) => {
    let rest = "";
    from.setEncoding("utf8");
    from.on("data", (text) => {
      const lines = (rest + text).split("\\n");
      rest = lines.pop();
      for (const line of lines) appendFileSync(file, JSON.stringify({ received, line }) + "\\n");
      to.write(text);
    });
    from.on("end", () => to.end());
  };
  copy(process.stdin, child.stdin, false);
  copy(child.stdout, process.stdout, true);
  child.stdin.on("error", () => {});
  child.on("exit", (code) => process.exit(code ?? 1));
  process.on("SIGTERM", () => child.kill());
});
`;

/** Makes an installed program write its messages to a log. `program`: the file that is started. */
export async function logMessages(program: string): Promise<void> {
  const [, name = program, extension = ""] = /^(.*?)(\.m?js)?$/.exec(program) ?? [];
  const moved = `${name}.program${extension}`;
  if (existsSync(moved)) return;
  await rename(program, moved);
  await writeFile(program, wrapper(moved, extension !== ""), { mode: 0o755 });
}

const Entry = z.object({ received: z.boolean(), line: z.string() });

/** Returns the messages of each start of a program, oldest first. `home`: the home folder of the agent. */
export async function loggedMessages(home: string): Promise<z.infer<typeof Entry>[][]> {
  const names = (await readdir(join(home, folder))).sort();
  return Promise.all(
    names.map(async (name) => {
      const lines = (await readFile(join(home, folder, name), "utf8")).trim().split("\n");
      return lines.map((line) => Entry.parse(JSON.parse(line)));
    }),
  );
}
