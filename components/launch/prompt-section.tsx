"use client";

import { useState } from "react";
import { attachImages } from "@/components/images/attach-images";
import { DropArea } from "@/components/images/drop-area";
import { ImageField } from "@/components/images/image-field";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { maxImages } from "@/lib/contract/agents/prompt";
import { launchDraft } from "./draft";
import { LaunchField, useLaunchForm } from "./launch-context";

/** Prompts the built-in script agent can run. */
const examples = [
  { name: "Run the tests", text: "Run the tests of this repository.\n\n```sh\nnpm test\n```\n" },
  {
    name: "Write a file",
    text: "Add a note for new contributors.\n\n```file NOTES.md\n# Notes\n\nStart with the README, then run `npm test`.\n```\n\n```sh\ngit status --short\n```\n",
  },
  { name: "Search the code", text: "Where is the order discount calculated?" },
];

export function PromptSection() {
  const { fields, change, problems } = useLaunchForm();
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const attach = async (files: readonly File[]) => {
    const { images, rejected, stored } = attachImages(files, launchDraft.read().fields.images.length);
    setRejected(rejected);
    await stored;
    if (images.length > 0) change({ images: [...launchDraft.read().fields.images, ...images].slice(0, maxImages) });
  };

  return (
    <DropArea className="space-y-3" onFiles={(files) => void attach(files)}>
      <LaunchField
        at="prompt"
        label="Prompt"
        hint="The built-in script agent runs fenced sh blocks, writes file blocks, and applies diff blocks; without any, it searches the repository."
      >
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            value={fields.prompt}
            onChange={({ target }) => change({ prompt: target.value })}
            placeholder="What should the agent do?"
            className="max-h-[50vh] min-h-36 font-mono"
          />
        )}
      </LaunchField>
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted-foreground text-xs">Examples</span>
        {examples.map(({ name, text }) => (
          <Button key={name} size="small" onClick={() => change({ prompt: text })}>
            {name}
          </Button>
        ))}
      </div>
      <ImageField
        images={fields.images}
        problems={problems}
        rejected={rejected}
        onFiles={(files) => void attach(files)}
        onChange={(images) => change({ images })}
      />
    </DropArea>
  );
}
