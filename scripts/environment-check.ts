import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { checkEnvironmentFile } from "@/lib/model/environment/check";
import { exitCode, type FileReport, formatReport } from "@/lib/model/environment/report";
import { defaultFilePath } from "@/lib/model/environment/repository-path";

const usage = `Usage: slipway environment check [--format <format>] <file>…

Validates environment files. - reads standard input.

Options:
  -f, --format <format>  text, json or github (default: text)
  -h, --help             Print this help

Exit codes: 0 all files are valid, 1 a file is invalid, 2 a file can't be read
`;

const formats = ["text", "json", "github"] as const;

async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Guesses a file's path in its repository, which its relative paths are resolved against. */
function repositoryPath(file: string): string {
  const steps = file.split(/[\\/]/).filter((step) => step !== "" && step !== ".");
  return steps.length < 2 ? defaultFilePath : steps.slice(-2).join("/");
}

async function report(file: string): Promise<FileReport> {
  try {
    const bytes = file === "-" ? await standardInput() : await readFile(file);
    return { file, checked: checkEnvironmentFile(bytes, repositoryPath(file)) };
  } catch (error) {
    return { file, unreadable: error instanceof Error ? error.message : String(error) };
  }
}

function parseArguments(args: readonly string[]) {
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

/** Runs `slipway environment check`. Returns the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const read = parseArguments(args);
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
  const format = formats.find((each) => each === values.format);
  if (command !== "check" || files.length === 0 || !format) {
    process.stderr.write(usage);
    return 2;
  }
  for (const file of files) {
    if (file === "-" || basename(file) === basename(defaultFilePath)) continue;
    process.stderr.write(`slipway: warning: agents read ${basename(defaultFilePath)} only, so ${file} has no effect\n`);
  }
  const reports: FileReport[] = [];
  for (const file of files) reports.push(await report(file));
  process.stdout.write(formatReport(reports, format));
  return exitCode(reports);
}
