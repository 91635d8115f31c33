// @module-tag long

import { createParser } from "eventsource-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent } from "@/lib/contract/agents/create-agent";
import { seededRandom } from "@/lib/core/testing/seeded-random";
import { chaosPlan } from "../testing/chaos-plan";
import { type Frame, startTestService, type TestService } from "../testing/test-service";

/** Number of dropped connections, on a seeded schedule. */
const { size: cuts, seed } = chaosPlan("random cuts", { short: 100, long: 1_000, seed: 20_261_121 });

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

/** Reads complete frames from a stream, and drops the connection after `bytes` bytes. */
async function readSome(path: string, lastEventId: string | undefined, bytes: number): Promise<Frame[]> {
  const abort = new AbortController();
  const response = await fetch(`${test.url}${path}`, {
    signal: abort.signal,
    headers: {
      authorization: `Bearer ${test.keys.user}`,
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
  });
  expect(response.status).toBe(200);
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: ({ id, event = "", data }) =>
      frames.push({ ...(id === undefined ? {} : { id }), event, data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  let read = 0;
  for await (const chunk of response.body ?? []) {
    const part = chunk.subarray(0, Math.max(bytes - read, 0));
    parser.feed(decoder.decode(part, { stream: true }));
    read += chunk.length;
    if (read >= bytes) break;
  }
  abort.abort();
  return frames;
}

describe("randomly dropped connections", () => {
  it(
    `A-STREAM-04, A-STREAM-14, A-STREAM-15: ${cuts} drops neither lose nor repeat events`,
    async () => {
      const text = `\`\`\`sh\nfor i in $(seq 1 ${cuts * 8}); do echo "line $i"; done; sleep 1; seq 1 3000\n\`\`\``;
      const { agent, run } = await test.call(createAgent, { body: { prompt: { text } } });
      const path = `/v1/agents/${agent.id}/runs/${run.id}/stream`;
      const random = seededRandom(seed);
      const seen: Frame[] = [];
      let left = cuts;
      for (;;) {
        const bytes = left > 0 ? Math.ceil(random() * 6_000) : Number.POSITIVE_INFINITY;
        left -= 1;
        const frames = await readSome(path, seen.at(-1)?.id, bytes);
        if (frames.length > 0) expect(frames[0]).toMatchObject({ event: "status" });
        if (frames.length > 0) expect(frames[0]).not.toHaveProperty("id");
        seen.push(...frames.filter(({ id }) => id !== undefined));
        if (seen.at(-1)?.event === "done" && left <= 0) break;
        if (seen.at(-1)?.event === "done") seen.length = Math.floor(random() * seen.length);
      }
      const whole = await test.stream(agent.id, run.id);
      expect(seen).toEqual(whole.filter(({ id }) => id !== undefined));
    },
    60_000 + cuts * 600,
  );
});
