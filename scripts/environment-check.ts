import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { checkEnvironmentFile } from "@/lib/model/environment/check";
import { exitCode, type FileReport, formatReport } from "@/lib/model/environment/report";
import { defaultFilePath } from "@/lib/model/environment/repository-path";

const usage = `usage: slipway environment check [--format text|json|github] FILE…

  Checks environment files. - reads standard input.
  Ends with 0 when all are valid, 1 when one is invalid, 2 when one can't be read.
`;

const forms = ["text", "json", "github"] as const;

async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The place in a repository that a file on disk most likely has: its paths are relative to its folder there. */
function placeOf(file: string): string {
  const steps = file.split(/[\\/]/).filter((step) => step !== "" && step !== ".");
  return steps.length < 2 ? defaultFilePath : steps.slice(-2).join("/");
}

async function report(file: string): Promise<FileReport> {
  try {
    const bytes = file === "-" ? await standardInput() : await readFile(file);
    return { file, checked: checkEnvironmentFile(bytes, placeOf(file)) };
  } catch (error) {
    return { file, unreadable: error instanceof Error ? error.message : String(error) };
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: { format: { type: "string", short: "f", default: "text" }, help: { type: "boolean", short: "h" } },
      allowPositionals: true,
    });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `slipway environment check FILE…`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const read = readArguments(args);
  if (typeof read === "string") {
    process.stderr.write(`slipway: ${read}\n\n${usage}`);
    return 2;
  }
  const { values, positionals } = read;
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const [command, ...files] = positionals;
  const form = forms.find((each) => each === values.format);
  if (command !== "check" || files.length === 0 || !form) {
    process.stderr.write(usage);
    return 2;
  }
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await report(file));
  process.stdout.write(formatReport(reports, form));
  return exitCode(reports);
}
