import { Button } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../messages/TextsContext.tsx";
import { Icon } from "../parts/Icon.tsx";

/** Puts a text where it can be pasted from. */
export function CopyButton({ text }: { text: string }) {
  const { order } = useTexts();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(text));
  return (
    <Button variant="default" leftSection={<Icon name={isCopied ? "check" : "copy"} size={18} />} onClick={copy}>
      {isCopied ? order.copied : order.copy}
    </Button>
  );
}

/** Answers whether it was copied. On plain http browsers have no clipboard, but copy what is selected. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}
