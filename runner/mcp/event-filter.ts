import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { ToolFilter } from "../sandbox/inside/tool-filter";

const maxEventLength = 16 * 1024 ** 2;

/** Filters the messages in a stream of server-sent events, and rewrites the endpoint that an SSE server announces. */
export class EventFilter extends Transform {
  readonly #filter: ToolFilter;
  readonly #endpoint: (address: string) => string;
  readonly #decoder = new StringDecoder("utf8");
  #rest = "";
  #lines: string[] = [];
  #length = 0;

  constructor(filter: ToolFilter, endpoint: (address: string) => string) {
    super();
    this.#filter = filter;
    this.#endpoint = endpoint;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const each of lines) {
      const line = each.replace(/\r$/, "");
      this.#length += line.length;
      if (line === "") this.#send();
      else this.#lines.push(line);
    }
    done(this.#length + this.#rest.length > maxEventLength ? new Error("event too large") : null);
  }

  #send(): void {
    const lines = this.#lines;
    this.#lines = [];
    this.#length = 0;
    const fieldOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
    const data = fieldOf("data").join("\n");
    const others = lines.filter((line) => !line.startsWith("data:"));
    const sent = data === "" ? [] : [`data: ${this.#replaced(fieldOf("event").at(-1), data)}`];
    this.push(`${[...others, ...sent].join("\n")}\n\n`);
  }

  #replaced(event: string | undefined, data: string): string {
    if (event === "endpoint") return this.#endpoint(data);
    try {
      return JSON.stringify(this.#filter.response(JSON.parse(data)));
    } catch {
      return data.replaceAll("\n", "\ndata: ");
    }
  }
}
