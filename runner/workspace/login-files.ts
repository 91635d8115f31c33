import { RunFailure } from "../limits/run-failure";
import { CommandLimit, runCommand } from "../sandbox/run-command";
import type { RunSandbox } from "../sandbox/run-sandbox";
import { scriptEnvironment } from "../sandbox/script-environment";
import { LoginFailure } from "./login-failure";
import type { Workspace } from "./workspace";

/** Files in which a program keeps its login: path in the home folder to content in base64. */
export type LoginFiles = Readonly<Record<string, string>>;

/** A stored login. `id` changes with its files. */
export interface ProgramLogin {
  id: string;
  files: LoginFiles;
}

const maxFiles = 20;
/** In base64, the content has to fit into an argument of a command. */
const maxBytesEach = 64 * 1024;

/** Name of the file in the home folder with the id of the login that was written to it. */
const marker = ".slipway-login";

const writeScript = `id=$1; shift
test "$(cat ${marker} 2>/dev/null)" = "$id" && exit 0
umask 077
while [ $# -gt 1 ]; do
  mkdir -p -- "$(dirname -- "$1")" && printf %s "$2" | base64 -d > "$1" || exit 1
  shift 2
done
printf %s "$id" > ${marker}`;

const printEach = `for file do
  test -f "$file" || continue
  test "$(wc -c < "$file")" -le ${maxBytesEach} || { echo "$file" >&2; exit 3; }
  printf "%s\\0" "$file"; base64 < "$file" | tr -d "\\n"; printf "\\0"
done`;

const findScript = `find . -type f ! -path "./.cache/*" ! -path "./.npm/*" ! -name ${marker} -exec sh -c '${printEach.replaceAll("'", `'\\''`)}' sh {} +`;

function runInHome(sandbox: RunSandbox, { home }: Pick<Workspace, "home">, script: string, args: readonly string[]) {
  return runCommand(sandbox, {
    command: ["/bin/sh", "-c", script, "sh", ...args],
    cwd: home,
    environment: scriptEnvironment,
    mounts: [{ path: home, access: "write" }],
    network: "none",
    maxOutputBytes: maxFiles * maxBytesEach * 2,
    timeoutMs: 30_000,
  });
}

/**
 * Writes a login to an agent's home folder, from inside the sandbox, because the folder can contain links. Keeps what the
 * program changed since the same login was written.
 */
export async function writeLogin(
  sandbox: RunSandbox,
  workspace: Pick<Workspace, "home">,
  login: ProgramLogin | undefined,
): Promise<void> {
  if (!login) return;
  const { code } = await runInHome(sandbox, workspace, writeScript, [login.id, ...Object.entries(login.files).flat()]);
  if (code !== 0) throw new RunFailure("agent_needs_key", "couldn't write the agent's login to its home folder");
}

/**
 * Reads the files of a login from a home folder: those in `only` that exist, or all except caches. Throws
 * {@link LoginFailure} when they are too many or too large.
 */
export async function readLoginFiles(
  sandbox: RunSandbox,
  workspace: Pick<Workspace, "home">,
  only: readonly string[] | undefined,
): Promise<LoginFiles> {
  const tooLarge = `the program's login has more than ${maxFiles} files, or one of more than ${maxBytesEach / 1024} KiB`;
  const [script, args] = only ? [printEach, only] : [findScript, []];
  const { code, stdout } = await runInHome(sandbox, workspace, script, args).catch((error: unknown) => {
    throw error instanceof CommandLimit ? new LoginFailure(tooLarge) : error;
  });
  const parts = stdout.toString("utf8").split("\0").slice(0, -1);
  if (code !== 0 || parts.length / 2 > maxFiles) throw new LoginFailure(tooLarge);
  const files: Record<string, string> = {};
  for (let at = 0; at + 1 < parts.length; at += 2) {
    files[(parts[at] ?? "").replace(/^\.\//, "")] = parts[at + 1] ?? "";
  }
  return files;
}

/** Texts of a login that must not be shown, such as tokens: its long strings. */
export function loginSecrets({ files }: Pick<ProgramLogin, "files">): string[] {
  return Object.values(files).flatMap((content) => {
    const text = Buffer.from(content, "base64").toString("utf8");
    return [...text.matchAll(/[^\s"'\\,:=/][^\s"'\\,:=]{19,}/g)].map(([value]) => value);
  });
}
