import { RunFailure } from "../limits/run-failure";
import type { SandboxedCommand } from "./sandbox";

/** Longest argument or `NAME=value` that Linux passes to a program, without its terminator. */
const maxPartBytes = 128 * 1024 - 1;
/** Linux passes 2 MB in all, of which bubblewrap and its own arguments need some. */
const maxTotalBytes = 1024 ** 2;
/** Bubblewrap accepts 9,000 words, of which each variable needs three. */
const maxVariables = 2_000;
const maxShownName = 80;

const shownName = (name: string) => (name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name);

/**
 * Checks that a process can be started with exactly these values: they can't add arguments to the sandbox, and the kernel
 * accepts them. Throws {@link RunFailure} `environment_unsupported` that names the value, but doesn't contain it.
 */
export function checkCommand({ command, cwd, environment }: Pick<SandboxedCommand, "command" | "cwd" | "environment">) {
  const fail = (what: string, problem: string) => {
    throw new RunFailure("environment_unsupported", `${what} ${problem}`);
  };
  let total = 0;
  const check = (what: string, text: string, bytes: number) => {
    if (text.includes("\0")) fail(what, "contains a NUL character");
    if (bytes > maxPartBytes) fail(what, "is longer than 128 KB");
    total += bytes + 1;
  };
  const variables = Object.entries(environment);
  if (variables.length > maxVariables) fail("The environment", `has more than ${maxVariables} variables`);
  for (const [name, value] of variables) {
    const what = `Variable ${JSON.stringify(shownName(name))}`;
    if (name === "" || name.includes("=")) fail(what, "has an invalid name");
    check(what, name + value, Buffer.byteLength(name) + 1 + Buffer.byteLength(value));
  }
  for (const [index, part] of command.entries()) {
    check(index === 0 ? "The program" : `Argument ${index}`, part, Buffer.byteLength(part));
  }
  check("The working folder", cwd, Buffer.byteLength(cwd));
  if (total > maxTotalBytes) fail("The command", "and its variables are larger than 1 MB in all");
}
