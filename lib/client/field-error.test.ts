import { expect, it } from "vitest";
import { CallError } from "./call-error";
import { splitFieldError } from "./field-error";

const rejection = (field?: string) =>
  new CallError({ status: 400, code: "invalid_request", message: "is rejected", field });
const fields = ["name", "credential.password", "credential"];

it.each([
  ["name", "name"],
  ["name.0", "name"],
  ["credential.password", "credential.password"],
  ["credential.username", "credential"],
  ["credential", "credential"],
])("assigns an error of %s to the field %s", (field, at) => {
  const { errorOf, failure } = splitFieldError(rejection(field), fields);
  expect(fields.filter((each) => errorOf(each) === "is rejected")).toEqual([at]);
  expect(failure).toBeNull();
});

it.each([
  ["of an unknown field", rejection("names")],
  ["without a field", rejection()],
  ["without a response", new Error("offline")],
])("assigns an error %s to the form", (_, error) => {
  const { errorOf, failure } = splitFieldError(error, fields);
  expect(failure).toBe(error);
  expect(fields.some((each) => errorOf(each))).toBe(false);
});

it("returns no error if nothing failed", () => {
  expect(splitFieldError(null, fields).failure).toBeNull();
});
