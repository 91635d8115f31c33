import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { runGit } from "../run-git";

/** Starts `git http-backend` behind a plain HTTP server, that accepts anonymous pushes. */
export async function startHttpBackend(root: string): Promise<{ url: string; close(): void }> {
  const { stdout } = await runGit(["--exec-path"]);
  const program = join(stdout.toString("utf8").trim(), "git-http-backend");
  const server = createServer((request, response) => {
    const [path = "", query = ""] = (request.url ?? "/").split("?");
    const child = spawn(program, [], {
      env: {
        NODE_ENV: process.env.NODE_ENV,
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_COUNT: "1",
        GIT_CONFIG_KEY_0: "safe.directory",
        GIT_CONFIG_VALUE_0: "*",
        HOME: "/nonexistent",
        REMOTE_USER: "bench",
        REQUEST_METHOD: request.method,
        PATH_INFO: path,
        QUERY_STRING: query,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
        ...(request.headers["content-length"] ? { CONTENT_LENGTH: request.headers["content-length"] } : {}),
      },
    });
    child.stdin.on("error", () => undefined);
    request.pipe(child.stdin);
    let head = Buffer.alloc(0);
    let headersSent = false;
    child.stdout.on("data", (chunk: Buffer) => {
      if (headersSent) return void response.write(chunk);
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      headersSent = true;
      for (const line of head.toString("latin1", 0, end).split("\r\n")) {
        const [name = "", value = ""] = line.split(": ");
        if (name === "Status") response.statusCode = Number.parseInt(value, 10);
        else response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
    });
    child.stdout.on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
