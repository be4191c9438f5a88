import { Combobox, Loader, TextInput, useCombobox } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../../../parts/Icon.tsx";
import { type FieldProps, useForm } from "../FormContext.ts";
import { FoundList } from "../FoundList.tsx";
import { namedBy, thingOf } from "../references.ts";
import { labelText, useInput } from "../useInput.tsx";
import { isCalled, useThings } from "../useThings.ts";

/** A thing, searched as one types. What is typed is sent as it is when the field is left, unless a thing is chosen: then its name is shown. */
export function ReferenceField(props: FieldProps) {
  const { argument, value, beside, onChange } = props;
  const input = useInput(props);
  const { operation, begun } = useForm();
  const combobox = useCombobox();
  const named = namedBy(operation.name, argument.path);
  const thing = named && thingOf(named, beside);
  const sent = typeof value === "string" ? value : "";
  const [chosen, setChosen] = useState<{ sent: string; name: string }>();
  const isChosen = chosen?.sent === sent && sent !== "";
  /** What is being typed: half a name names nothing yet, so nobody is asked for it. */
  const [words, setWords] = useState<string>();
  const { canSearch, found, all, isFetching } = useThings(
    thing,
    words ?? (isChosen ? "" : sent),
    combobox.dropdownOpened || (sent !== "" && !isChosen),
    { ...begun, ...beside },
  );
  // What came with the address has a name, too.
  const known = isChosen ? chosen : all.find((one) => isCalled(one, sent));
  const choose = (choice: string) => {
    const one = found.find((thing) => thing.sent === choice);
    if (one) setChosen({ sent: one.sent, name: one.name });
    setWords(undefined);
    onChange(choice);
    combobox.closeDropdown();
  };
  const send = () => {
    if (words !== undefined) onChange(words || undefined);
    setWords(undefined);
    combobox.closeDropdown();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" shadow="md">
      <Combobox.Target withAriaAttributes={canSearch} withExpandedAttribute>
        <TextInput
          {...input}
          value={words ?? known?.name ?? sent}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onFocus={() => combobox.openDropdown()}
          onClick={() => combobox.openDropdown()}
          onBlur={send}
          onKeyDown={(event) => {
            if (event.key === "Enter" && combobox.getSelectedOptionIndex() === -1) send();
          }}
          autoComplete="off"
          {...(canSearch && {
            rightSection:
              isFetching && combobox.dropdownOpened ? <Loader size={16} /> : <Icon name="search" size={16} />,
          })}
        />
      </Combobox.Target>
      <FoundList
        label={labelText(input.label, argument)}
        found={found}
        sent={sent}
        isHidden={!canSearch || (found.length === 0 && isFetching)}
      />
    </Combobox>
  );
}
