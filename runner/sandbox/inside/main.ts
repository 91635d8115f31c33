import * as z from "zod/mini";
import { sendFiles } from "./artifact-sender";
import { ArtifactRequest } from "./artifact-stream";
import { runSession } from "./command-session";
import { FileRequest } from "./file-protocol";
import { handleFileRequest } from "./file-requests";
import { filterTools } from "./filter-tools";
import { acceptConnections, forwardPorts } from "./forward-ports";
import { printGitCredential } from "./git-credential";
import { withProxy } from "./with-proxy";

const Ports = z.array(z.object({ port: z.int(), host: z.string(), targetPort: z.int() }));

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The service's helper program inside a sandbox: `forward FOLDER` (ports on standard input), `files` and `artifacts` (request on standard
 * input), `session` (requests on standard input), `filter-tools TOOLS COMMAND…` and `git-credential URL OPERATION`, and
 * outside one `with-proxy FOLDER COMMAND…`.
 */
async function main([subcommand, ...args]: readonly string[]): Promise<void> {
  switch (subcommand) {
    case "forward": {
      const [folder = ""] = args;
      const ports = Ports.parse(JSON.parse(await readInput()));
      await forwardPorts(folder, ports);
      await acceptConnections(folder, ports);
      process.stdout.write("ready\n");
      return;
    }
    case "files":
      process.stdout.write(JSON.stringify(await handleFileRequest(FileRequest.parse(JSON.parse(await readInput())))));
      return;
    case "session":
      await runSession(process.stdin, process.stdout);
      return;
    case "filter-tools":
      await filterTools(z.array(z.string()).parse(JSON.parse(args[0] ?? "[]")), args.slice(1));
      return;
    case "git-credential":
      await printGitCredential(args[0] ?? "", args[1]);
      return;
    case "with-proxy":
      await withProxy(args[0] ?? "", args.slice(1));
      return;
    case "artifacts":
      await sendFiles(ArtifactRequest.parse(JSON.parse(await readInput())), process.stdout);
      return;
    default:
      throw new Error(`unknown subcommand: ${subcommand}`);
  }
}

await main(process.argv.slice(2));
