import { describe, expect, it } from "vitest";
import { attachImages } from "./attach-images";
import { storedImageBlob } from "./image-store";

const imageFile = (name: string, type = "image/png", bytes = 3) => new File([new Uint8Array(bytes)], name, { type });

describe("attachImages", () => {
  it("stores each file under a unique id", () => {
    const { images, rejected } = attachImages([imageFile("a.png"), imageFile("a.png")], 0);
    expect(rejected).toEqual([]);
    expect(images.map(({ fileName, size, source }) => [fileName, size, source])).toEqual([
      ["a.png", 3, "file"],
      ["a.png", 3, "file"],
    ]);
    expect(new Set(images.map(({ id }) => storedImageBlob(id))).size).toBe(2);
  });

  it("rejects other files with a reason", () => {
    const large = imageFile("large.png");
    Object.defineProperty(large, "size", { value: 16 * 1024 * 1024 });
    const { images, rejected } = attachImages(
      [imageFile("a.txt", "text/plain"), imageFile("", "image/gif", 0), large],
      0,
    );
    expect(images).toEqual([]);
    expect(rejected).toEqual([
      "a.txt isn't a PNG, JPEG, GIF, or WebP image.",
      "Pasted image is empty.",
      "large.png is 16.0 MB; the limit is 15 MB.",
    ]);
  });

  it("attaches five images at most, counting existing ones", () => {
    const { images, rejected } = attachImages([imageFile("4.png"), imageFile("5.png"), imageFile("6.png")], 3);
    expect(images.map(({ fileName }) => fileName)).toEqual(["4.png", "5.png"]);
    expect(rejected).toEqual(["6.png wasn't attached; the limit is 5 images."]);
  });
});
