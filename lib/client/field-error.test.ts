import { expect, it } from "vitest";
import { CallError } from "./call-error";
import { splitFieldError } from "./field-error";

const refusal = (field?: string) =>
  new CallError({ status: 400, code: "invalid_request", message: "is refused", field });
const fields = ["name", "credential.password", "credential"];

it.each([
  ["name", "name"],
  ["name.0", "name"],
  ["credential.password", "credential.password"],
  ["credential.username", "credential"],
  ["credential", "credential"],
])("tells a refusal of %s at %s alone", (field, at) => {
  const { errorOf, failure } = splitFieldError(refusal(field), fields);
  expect(fields.filter((each) => errorOf(each) === "is refused")).toEqual([at]);
  expect(failure).toBeNull();
});

it.each([
  ["of a field that is not shown", refusal("names")],
  ["of no field", refusal()],
  ["that is no answer", new Error("away")],
])("tells a failure %s of the whole", (_, error) => {
  const { errorOf, failure } = splitFieldError(error, fields);
  expect(failure).toBe(error);
  expect(fields.some((each) => errorOf(each))).toBe(false);
});

it("tells nothing while nothing failed", () => {
  expect(splitFieldError(null, fields).failure).toBeNull();
});
