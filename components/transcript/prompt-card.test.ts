import { expect, it } from "vitest";
import { splitSegments } from "./prompt-card";

const segments = (text: string) => splitSegments(text.split("\n")).map(({ code, text: part }) => [code, part]);

it("shows a fence of four backticks as code, with the shorter fences inside it", () => {
  expect(segments("Run\n````md\n```sh\nls\n```\n````\nthen stop")).toEqual([
    [false, "Run"],
    [true, "````md\n```sh\nls\n```\n````"],
    [false, "then stop"],
  ]);
});

it("shows Markdown with fences as long as its own as one block of code", () => {
  expect(segments("```md\n```sh\nls\n```\n```\nthen stop")).toEqual([
    [true, "```md\n```sh\nls\n```\n```"],
    [false, "then stop"],
  ]);
});

it("shows a fence that the fold cuts off as code", () => {
  expect(segments("Run\n```sh\nls")).toEqual([
    [false, "Run"],
    [true, "```sh\nls"],
  ]);
});

it("keeps text with inline backticks as text", () => {
  expect(segments("```not a fence``` here\nand `this`")).toEqual([[false, "```not a fence``` here\nand `this`"]]);
});

it("separates fences that follow each other", () => {
  expect(segments("```\na\n```\n~~~\nb\n~~~")).toEqual([
    [true, "```\na\n```"],
    [true, "~~~\nb\n~~~"],
  ]);
});
