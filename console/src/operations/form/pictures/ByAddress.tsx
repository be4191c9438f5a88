import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Icon } from "../../../parts/Icon.tsx";
import classes from "../Form.module.css";
import own from "./ByAddress.module.css";

/** A picture that stays where it is: its address, asked for on demand. */
export function ByAddress({ onAddress }: { onAddress: (address: string) => void }) {
  const { pictures } = useTexts();
  const [address, setAddress] = useState<string>();
  const typed = address?.trim() ?? "";
  const add = () => {
    if (typed === "") return;
    onAddress(typed);
    setAddress(undefined);
  };
  if (address === undefined) {
    return (
      <Button
        variant="transparent"
        className={own.begin ?? ""}
        leftSection={<Icon name="plus" size={18} />}
        onClick={() => setAddress("")}
      >
        {pictures.byAddress}
      </Button>
    );
  }
  return (
    <div className={own.line}>
      <TextInput
        aria-label={pictures.address}
        placeholder="https://"
        value={address}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault(); // not the form around
          add();
        }}
        classNames={{ input: classes.code as string }}
        inputMode="url"
        autoComplete="off"
        autoFocus
      />
      <Button variant="default" onClick={add} disabled={typed === ""}>
        {pictures.add}
      </Button>
    </div>
  );
}
