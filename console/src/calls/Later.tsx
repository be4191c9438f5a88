import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useStore } from "../api/api.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Island } from "../parts/Island.tsx";
import { daysAfter, localDateTime, localDay } from "../parts/writing/dates.ts";
import { Choice } from "./Choice.tsx";
import { Question } from "./Question.tsx";

/** Until when "this evening" is offered, and when it is; when tomorrow morning is. */
const [LAST_HOUR, EVENING, MORNING] = ["17:30", "18:00", "10:00"];

/** Asks when to call again. `onChoose` gets a time of the store's zone: `2026-11-23T18:00`. */
export function Later({ onClose, onChoose }: { onClose: () => void; onChoose: (again: string) => void }) {
  const { calls } = useTexts();
  const { time_zone } = useStore();
  const [now] = useState(() => new Date());
  const local = (time: Date) => localDateTime(time.toISOString(), time_zone);
  const today = localDay(now, time_zone);
  const isDay = local(now).slice(11) < LAST_HOUR;
  const choices = [
    { name: calls.inAnHour, time: local(new Date(now.getTime() + 3_600_000)) },
    ...(isDay ? [{ name: calls.thisEvening, time: `${today}T${EVENING}` }] : []),
    { name: calls.tomorrow, time: `${daysAfter(today, 1)}T${MORNING}` },
  ];
  const [chosen, setChosen] = useState(choices[isDay ? 1 : 0]?.time ?? "");
  const [other, setOther] = useState<string>();
  const again = other ?? chosen;
  const isToCome = again > local(now);
  return (
    <Question title={calls.whenAgain} onClose={onClose} onSubmit={() => isToCome && onChoose(again)}>
      <fieldset aria-label={calls.whenAgain}>
        {choices.map(({ name, time }) => (
          <Choice
            key={time}
            group="again"
            isChosen={other === undefined && time === chosen}
            onChoose={() => {
              setOther(undefined);
              setChosen(time);
            }}
          >
            {name}
            <span>
              <Island>{time.slice(11)}</Island>
            </span>
          </Choice>
        ))}
        <Choice group="again" isChosen={other !== undefined} onChoose={() => setOther("")}>
          {calls.otherTime}
        </Choice>
      </fieldset>
      {other !== undefined && (
        <TextInput
          type="datetime-local"
          label={calls.dayAndTime}
          value={other}
          min={local(now)}
          onChange={({ currentTarget }) => setOther(currentTarget.value)}
        />
      )}
      <Button type="submit" fullWidth disabled={!isToCome}>
        {isToCome ? calls.postponeTo(again.slice(11)) : calls.chooseTime}
      </Button>
    </Question>
  );
}
