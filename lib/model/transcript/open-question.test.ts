import { expect, it } from "vitest";
import { type LastQuestion, lastQuestion } from "./open-question";
import type { Frame } from "./state";

const update = (data: object): Frame => ({
  event: "interaction_update",
  data: { type: "context-injection-state", ...data },
});
const ask = (id: string) => update({ state: "question", question: { id, message: `Run ${id}?`, fields: [] } });
const close = (questionId: string) => update({ state: "question-closed", questionId, end: "answered" });
const after = (...frames: Frame[]) => {
  const last = frames.reduce<LastQuestion | undefined>(lastQuestion, undefined);
  return last && `${last.question.id} ${last.isClosed ? "closed" : "open"}`;
};

it("finds the last question of a stream and whether it is closed", () => {
  expect(after(update({ state: "notice", message: "Retrying" }), { event: "assistant", data: { text: "Hi" } })).toBe(
    undefined,
  );
  expect(after(ask("1"))).toBe("1 open");
  expect(after(ask("1"), close("1"))).toBe("1 closed");
  expect(after(ask("1"), close("1"), ask("2"), close("1"))).toBe("2 open");
  expect(after(close("1"))).toBe(undefined);
  expect(after(ask("1"), { event: "result", data: { status: "CANCELLED" } })).toBe("1 closed");
});
