import { describe, expect, it } from "vitest";
import { storedImageBlob } from "./image-store";
import { attachImages } from "./attach-images";

const picture = (name: string, type = "image/png", bytes = 3) => new File([new Uint8Array(bytes)], name, { type });

describe("taking files as images of a prompt", () => {
  it("keeps their bytes under ids of their own", () => {
    const { images, refused } = attachImages([picture("a.png"), picture("a.png")], 0);
    expect(refused).toEqual([]);
    expect(images.map(({ fileName, size, source }) => [fileName, size, source])).toEqual([
      ["a.png", 3, "file"],
      ["a.png", 3, "file"],
    ]);
    expect(new Set(images.map(({ id }) => storedImageBlob(id))).size).toBe(2);
  });

  it("says of each other file why it is not taken", () => {
    const large = picture("large.png");
    Object.defineProperty(large, "size", { value: 16 * 1024 * 1024 });
    const { images, refused } = attachImages([picture("a.txt", "text/plain"), picture("", "image/gif", 0), large], 0);
    expect(images).toEqual([]);
    expect(refused).toEqual([
      "a.txt is no PNG, JPEG, GIF or WebP image.",
      "the pasted image is empty.",
      "large.png is 16.0 MB; at most 15 MB.",
    ]);
  });

  it("takes five at most, those that were there counted", () => {
    const { images, refused } = attachImages([picture("4.png"), picture("5.png"), picture("6.png")], 3);
    expect(images.map(({ fileName }) => fileName)).toEqual(["4.png", "5.png"]);
    expect(refused).toEqual(["6.png is one too many; at most 5."]);
  });
});
