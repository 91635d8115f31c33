// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { emptyLinkedImage } from "@/components/images/attach-images";
import { storedImageBlob } from "@/components/images/image-store";
import { localStore } from "@/components/ui/local-store";
import { plainText } from "@/components/ui/use-local-store";
import { attachFiles, prepareImages, readImages, removeSentImages, writeImages } from "./follow-up-images";

const draft = () => localStore("draft.follow-up-images.a", plainText);
const imageFile = (name: string) => new File(["abc"], name, { type: "image/png" });

describe("follow-up images", () => {
  beforeEach(() => localStorage.clear());

  it("are stored with the draft and sent in order", async () => {
    expect(await attachFiles(draft(), [imageFile("a.png"), new File(["x"], "b.txt")])).toHaveLength(1);
    draft().write(
      writeImages([...readImages(draft().read()), { ...emptyLinkedImage("l"), url: " https://x.example/b.png " }]),
    );
    expect(await prepareImages(draft().read())).toEqual({
      images: [{ data: "YWJj", mimeType: "image/png" }, { url: "https://x.example/b.png" }],
    });
  });

  it("report a problem for each image that can't be sent", async () => {
    const lost = { ...emptyLinkedImage("lost"), source: "file" as const, mimeType: "image/png" };
    expect(await prepareImages(writeImages([lost, { ...emptyLinkedImage("link"), url: "ftp://x" }]))).toEqual({
      problems: { lost: "no longer available; attach it again", link: "must be an http or https URL" },
    });
  });

  it("are removed once sent, except those attached since", async () => {
    await attachFiles(draft(), [imageFile("a.png")]);
    const sent = draft().read();
    await attachFiles(draft(), [imageFile("b.png")]);
    removeSentImages(draft(), sent);
    const [kept] = readImages(draft().read());
    expect(kept?.fileName).toBe("b.png");
    expect(storedImageBlob(kept?.id ?? "")).toBeDefined();
    expect(readImages(sent).map(({ id }) => storedImageBlob(id))).toEqual([undefined]);
    removeSentImages(draft(), draft().read());
    expect(draft().read()).toBe("");
  });

  it("ignores stored text that isn't a list of images", () => {
    expect(readImages("{")).toEqual([]);
    expect(readImages('[{"id":""}]')).toEqual([]);
  });
});
