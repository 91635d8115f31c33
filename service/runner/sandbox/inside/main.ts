import { z } from "zod";
import { sendFiles } from "./artifact-sender";
import { ArtifactRequest } from "./artifact-stream";
import { FileRequest } from "./file-protocol";
import { handleFileRequest } from "./file-requests";
import { filterTools } from "./filter-tools";
import { forwardPorts } from "./forward-ports";
import { withProxy } from "./with-proxy";

const Ports = z.array(z.object({ port: z.number().int(), host: z.string(), targetPort: z.number().int() }));

async function readInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The service's helper program inside a sandbox: `forward FOLDER PORTS`, `files` and `artifacts` (request on standard
 * input), and `filter-tools TOOLS COMMAND…`, and outside one `with-proxy FOLDER COMMAND…`.
 */
async function main([subcommand, ...args]: readonly string[]): Promise<void> {
  switch (subcommand) {
    case "forward":
      await forwardPorts(args[0] ?? "", Ports.parse(JSON.parse(args[1] ?? "[]")));
      process.stdout.write("ready\n");
      return;
    case "files":
      process.stdout.write(JSON.stringify(await handleFileRequest(FileRequest.parse(JSON.parse(await readInput())))));
      return;
    case "filter-tools":
      await filterTools(z.array(z.string()).parse(JSON.parse(args[0] ?? "[]")), args.slice(1));
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
