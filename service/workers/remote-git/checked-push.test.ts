import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packLine } from "@/git/testing/git-fixture";
import { checkedPush, limitBytes, RejectedRequest, readPushedRefs } from "./checked-push";

const [zero, id] = ["0".repeat(40), "a".repeat(40)];
const command = (ref: string, rest = "") => packLine(`${zero} ${id} ${ref}${rest}`);
const push = (...refs: string[]) => `${refs.map((ref) => command(ref, "\0 report-status")).join("")}0000PACK`;

async function* chunks(text: string, size = text.length) {
  for (let at = 0; at < text.length; at += Math.max(size, 1)) yield Buffer.from(text.slice(at, at + Math.max(size, 1)));
}

async function read(data: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of data) parts.push(part);
  return Buffer.concat(parts).toString();
}

describe("the commands of a push", () => {
  it("are read once they are complete", () => {
    const text = `${packLine(`shallow ${id}`)}${command("refs/heads/one", "\0 report-status\n")}${command("refs/heads/two\n")}0000`;
    expect(readPushedRefs(Buffer.from(text))).toEqual(["refs/heads/one", "refs/heads/two"]);
    expect(readPushedRefs(Buffer.from(text.slice(0, -1)))).toBeUndefined();
    expect(readPushedRefs(Buffer.from("0000"))).toEqual([]);
  });

  it.each(["zzzz", "0001", "0004", packLine("push-cert\0 report-status"), packLine(`${zero} ${id} refs/heads/a b`)])(
    "are rejected if malformed: %j",
    (text) => expect(() => readPushedRefs(Buffer.from(`${text}0000`))).toThrow(RejectedRequest),
  );

  it("are passed on unchanged, however the data is split", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
        const text = push("refs/heads/one", "refs/heads/two");
        expect(await read(checkedPush(chunks(text, size), () => true))).toBe(text);
      }),
    );
  });

  it("are rejected before any data is passed on if a reference isn't allowed", async () => {
    const allowed = (ref: string) => ref === "refs/heads/one";
    const first = checkedPush(chunks(push("refs/heads/one", "refs/heads/main"), 7), allowed).next();
    await expect(first).rejects.toThrow("This run can't push to refs/heads/main");
    await expect(read(checkedPush(chunks("00"), allowed))).rejects.toThrow("Malformed push");
    const endless = Array.from({ length: 2_000 }, () => command("refs/heads/one")).join("");
    await expect(read(checkedPush(chunks(endless, 8_192), allowed))).rejects.toThrow("Malformed push");
  });
});

it("limits the bytes of a request", async () => {
  expect(await read(limitBytes(chunks("1234", 2), 4))).toBe("1234");
  await expect(read(limitBytes(chunks("12345", 2), 4))).rejects.toThrow("too large");
});
