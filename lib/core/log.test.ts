import { describe, expect, it } from "vitest";
import { createLog, redact } from "./log";

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = "";
  write(createLog({ program: "test", level: "info" }, { write: (line: string) => (text += line) }));
  return text;
}

describe("the log", () => {
  const secret = `key_${"0f".repeat(32)}`;

  it("writes one JSON line with program, level and time", () => {
    expect(JSON.parse(written((log) => log.info({ requestId: "r-1" }, "hello")))).toMatchObject({
      program: "test",
      level: "info",
      requestId: "r-1",
      msg: "hello",
    });
  });

  it("redacts by name, at the top and below", () => {
    const text = written((log) => log.info({ token: "t-1", headers: { authorization: "t-2" } }, "x"));
    expect(text).not.toMatch(/t-1|t-2/);
  });

  it("omits the values of a failed query", () => {
    const error = Object.assign(new Error("Failed query: insert\nparams: my prompt,7"), { params: ["my prompt", 7] });
    const text = written((log) => log.error({ err: error }, "failed"));
    expect(text).toContain("Failed query: insert");
    expect(text).not.toContain("my prompt");
  });

  it("redacts by shape, at any position", () => {
    expect(written((log) => log.info(`called with ${secret}`))).not.toContain(secret);
    expect(written((log) => log.error({ err: new Error(`no ${secret}`) }, "failed"))).not.toContain(secret);
    expect(redact("postgres://slipway:hush@127.0.0.1/x")).toBe("postgres://slipway:[redacted]@127.0.0.1/x");
    expect(redact("GET /sign-in?token=abc&x=1")).toBe("GET /sign-in?token=[redacted]&x=1");
  });
});
