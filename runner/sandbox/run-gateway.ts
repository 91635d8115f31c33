import type { RequestListener } from "node:http";
import type { Ids } from "@/lib/core/ids";
import type { RunSandbox } from "./run-sandbox";

/** The service's HTTP endpoints for the processes of one run, on one server that is started when the first is added. */
export class RunGateway {
  readonly #endpoints = new Map<string, RequestListener>();
  #origin: Promise<string> | undefined;

  constructor(
    private readonly sandbox: Pick<RunSandbox, "serve">,
    private readonly ids: Pick<Ids, "uuid">,
  ) {}

  /**
   * Returns the endpoint's URL. Its path is a secret, so only processes that receive it can use the endpoint, which also gets
   * requests for paths below it.
   */
  async add(endpoint: RequestListener): Promise<string> {
    this.#origin ??= this.sandbox.serve((request, response) => {
      const found = this.#endpoints.get(/^\/[^/?]*/.exec(request.url ?? "")?.[0] ?? "");
      if (found) found(request, response);
      else response.writeHead(404, { "content-type": "application/json" }).end('{"error":"not found"}');
    });
    const path = `/${this.ids.uuid()}`;
    this.#endpoints.set(path, endpoint);
    return (await this.#origin) + path;
  }
}
