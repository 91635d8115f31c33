// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from "vitest";
import { storedImageBlob } from "@/components/images/image-store";
import { emptyLinkedImage } from "@/components/images/attach-images";
import { localStore } from "@/components/ui/local-store";
import { plainText } from "@/components/ui/use-local-store";
import { attachFiles, removeSentImages, prepareImages, readImages, writeImages } from "./follow-up-images";

const draft = () => localStore("draft.follow-up-images.a", plainText);
const picture = (name: string) => new File(["abc"], name, { type: "image/png" });

describe("the images of a follow-up", () => {
  beforeEach(() => localStorage.clear());

  it("are kept with the draft and sent in their order", async () => {
    expect(await attachFiles(draft(), [picture("a.png"), new File(["x"], "b.txt")])).toHaveLength(1);
    draft().write(
      writeImages([...readImages(draft().read()), { ...emptyLinkedImage("l"), url: " https://x.example/b.png " }]),
    );
    expect(await prepareImages(draft().read())).toEqual({
      images: [{ data: "YWJj", mimeType: "image/png" }, { url: "https://x.example/b.png" }],
    });
  });

  it("are told of one by one when they can't be sent", async () => {
    const lost = { ...emptyLinkedImage("lost"), source: "file" as const, mimeType: "image/png" };
    expect(await prepareImages(writeImages([lost, { ...emptyLinkedImage("link"), url: "ftp://x" }]))).toEqual({
      problems: { lost: "is no longer at hand: attach it again", link: "must be an http or https URL" },
    });
  });

  it("are forgotten once they were sent, but for what was attached since", async () => {
    await attachFiles(draft(), [picture("a.png")]);
    const sent = draft().read();
    await attachFiles(draft(), [picture("b.png")]);
    removeSentImages(draft(), sent);
    const [kept] = readImages(draft().read());
    expect(kept?.fileName).toBe("b.png");
    expect(storedImageBlob(kept?.id ?? "")).toBeDefined();
    expect(readImages(sent).map(({ id }) => storedImageBlob(id))).toEqual([undefined]);
    removeSentImages(draft(), draft().read());
    expect(draft().read()).toBe("");
  });

  it("are none in a text that nobody of ours wrote", () => {
    expect(readImages("{")).toEqual([]);
    expect(readImages('[{"id":""}]')).toEqual([]);
  });
});
