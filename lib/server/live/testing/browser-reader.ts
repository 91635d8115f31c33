import { createParser } from "eventsource-parser";
import { z } from "zod";

const FrameData = z.object({ subject: z.string(), id: z.string().optional(), event: z.string(), data: z.unknown() });
const StateData = z.object({ subject: z.string(), state: z.string(), message: z.string().optional() });

/** Reads a live response as a browser does; for tests. */
export class BrowserReader {
  readonly frames: z.infer<typeof FrameData>[] = [];
  readonly states: z.infer<typeof StateData>[] = [];
  readonly comments: string[] = [];
  ended = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    void this.#read();
  }

  /** Ids of the frames so far; the name of the event where there is no id. */
  get ids(): string[] {
    return this.frames.map((frame) => frame.id ?? frame.event);
  }

  get state(): string | undefined {
    return this.states.at(-1)?.state;
  }

  leave(): Promise<void> {
    return this.#reader.cancel();
  }

  async #read(): Promise<void> {
    const parser = createParser({
      onComment: (comment) => this.comments.push(comment.trim()),
      onEvent: (message) => {
        const data: unknown = JSON.parse(message.data);
        if (message.event === "frame") this.frames.push(FrameData.parse(data));
        if (message.event === "state") this.states.push(StateData.parse(data));
      },
    });
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
    }
    this.ended = true;
  }
}
