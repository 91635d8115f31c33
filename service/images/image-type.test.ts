import { describe, expect, it } from "vitest";
import { detectImageType } from "./image-type";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("the type of an image", () => {
  it.each([
    ["image/png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
    ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
    ["image/gif", "GIF87a..."],
    ["image/gif", "GIF89a..."],
    ["image/webp", "RIFF\x24\0\0\0WEBPVP8 "],
    [undefined, "RIFF\x24\0\0\0WAVEfmt "],
    [undefined, "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    [undefined, " GIF89a"],
    [undefined, "\x89PNG"],
    [undefined, ""],
  ])("is %s for %j", (type, text) => {
    expect(detectImageType(bytes(text))).toBe(type);
  });
});
