import { Combobox, Pill, PillsInput, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTexts } from "../../../messages/TextsContext.tsx";
import { Typed } from "../../../parts/Island.tsx";
import { type FieldProps, useForm } from "../FormContext.ts";
import { FoundList } from "../FoundList.tsx";
import { namedBy, thingOf } from "../references.ts";
import { labelText, useInput } from "../useInput.tsx";
import { isCalled, useThings } from "../useThings.ts";

/** Several things, searched as one types. Enter takes what is typed as it is. */
export function ReferencesField(props: FieldProps) {
  const { argument, value, beside, onChange } = props;
  const input = useInput(props);
  const label = labelText(input.label, argument);
  const { operations } = useTexts();
  const { operation } = useForm();
  const combobox = useCombobox();
  const [words, setWords] = useState("");
  const [names, setNames] = useState<Record<string, string>>({});
  const named = namedBy(operation.name, argument.path);
  const sent = (value as string[]) ?? [];
  const { canSearch, found, all, isFetching } = useThings(
    named && thingOf(named, beside),
    words,
    combobox.dropdownOpened || sent.some((one) => names[one] === undefined),
    beside,
  );
  const nameOf = (one: string) => names[one] ?? all.find((thing) => isCalled(thing, one))?.name ?? one;
  const set = (next: string[]) => onChange(next.length > 0 ? next : undefined);
  const add = (one: string) => {
    const thing = found.find((other) => other.sent === one);
    if (thing) setNames({ ...names, [one]: thing.name });
    if (!sent.includes(one)) set([...sent, one]);
    setWords("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && words === "") set(sent.slice(0, -1));
    if (event.key !== "Enter" || combobox.getSelectedOptionIndex() !== -1) return;
    event.preventDefault();
    if (words.trim() !== "") add(words.trim());
  };
  const others = found.filter((one) => !sent.some((value) => isCalled(one, value)));

  return (
    <Combobox store={combobox} onOptionSubmit={add} position="bottom-start" shadow="md">
      <Combobox.DropdownTarget>
        <PillsInput {...input} onClick={() => combobox.openDropdown()}>
          <Pill.Group>
            {sent.map((one) => (
              <Pill
                key={one}
                withRemoveButton
                onRemove={() => set(sent.filter((other) => other !== one))}
                removeButtonProps={{
                  "aria-label": operations.form.removePair(nameOf(one)),
                  "aria-hidden": false,
                  tabIndex: 0,
                }}
              >
                <Typed>{nameOf(one)}</Typed>
              </Pill>
            ))}
            <Combobox.EventsTarget withAriaAttributes={canSearch} withExpandedAttribute>
              <PillsInput.Field
                aria-label={label}
                value={words}
                onChange={(event) => {
                  setWords(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  if (words.trim() !== "") add(words.trim());
                }}
                onKeyDown={onKeyDown}
                placeholder={sent.length === 0 ? operations.form.search : undefined}
                autoComplete="off"
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <FoundList label={label} found={others} isHidden={!canSearch || (others.length === 0 && isFetching)} />
    </Combobox>
  );
}
