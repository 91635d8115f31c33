import fc from "fast-check";
import { expect, it } from "vitest";
import { editLastChip, settle, toDraft, toQuery } from "./draft";
import { isTerm, keys, type Part, parseQuery } from "./query";

const text = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom("a b", '"', "status:x"));
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ word: text }),
  fc.record({ key: fc.constantFrom(...keys), not: fc.boolean(), values: fc.array(text, { maxLength: 2 }) }),
);
const inOrder = (query: readonly Part[]) => [
  ...query.filter((each) => isTerm(each) && each.values.length > 0),
  ...query.filter((each) => !isTerm(each) || each.values.length === 0),
];

it("keeps all input while a query is typed", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (query) => {
      const draft = toDraft(query);
      expect(toQuery(draft)).toEqual(inOrder(query));
      expect(toQuery(settle({ ...draft, text: `${draft.text} ` }))).toEqual(inOrder(query));
      expect(inOrder(toQuery(editLastChip(draft)))).toEqual(
        expect.arrayContaining(inOrder(query).map((each) => expect.objectContaining(each))),
      );
    }),
    { numRuns: 500 },
  );
});

it("completes a term at a space outside quotes", () => {
  const empty = { chips: [], text: "" };
  expect(settle({ ...empty, text: "status:ERROR" }).chips).toEqual([]);
  expect(settle({ ...empty, text: "login status:ERROR " })).toEqual({
    chips: parseQuery("status:ERROR"),
    text: "login ",
  });
  expect(settle({ ...empty, text: 'repo:"my ' }).chips).toEqual([]);
  expect(settle({ ...empty, text: "status: " }).chips).toEqual([]);
  expect(editLastChip({ chips: toDraft(parseQuery("env:pool")).chips, text: "x" }).text).toBe("env:pool x");
});
