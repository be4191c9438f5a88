import {
  type MantineColorScheme,
  SegmentedControl,
  Switch,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { useState } from "react";
import { accountPage, signOut } from "../../api/person.ts";
import { isSoundWanted, playSound, wantSound } from "../../events/sound.ts";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../messages/languages.ts";
import { useLanguage } from "../../messages/TextsContext.tsx";
import classes from "./Preferences.module.css";

/** What a person chooses for this device: language, colours, and whether new orders are heard. */
export function Preferences() {
  const { language, texts, speak } = useLanguage();
  const { frame } = texts;
  const [hasSound, setSound] = useState(isSoundWanted);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.preferences}>
      <span id="preference-language">{frame.language}</span>
      <SegmentedControl
        aria-labelledby="preference-language"
        fullWidth
        value={language}
        onChange={(chosen) => speak(chosen as Language)}
        data={LANGUAGES.map((one) => ({ value: one, label: <span lang={one}>{LANGUAGE_NAMES[one]}</span> }))}
      />
      <span id="preference-colours">{frame.colours}</span>
      <SegmentedControl
        aria-labelledby="preference-colours"
        fullWidth
        value={colorScheme}
        onChange={(chosen) => setColorScheme(chosen as MantineColorScheme)}
        data={[
          { value: "light", label: frame.light },
          { value: "dark", label: frame.dark },
          { value: "auto", label: frame.asDevice },
        ]}
      />
      <Switch
        className={classes.sound}
        label={frame.sound}
        checked={hasSound}
        onChange={({ currentTarget: { checked } }) => {
          wantSound(checked);
          setSound(checked);
          if (checked) playSound();
        }}
      />
    </div>
  );
}

/** The pages of the person's account, which are the server's. */
export function AccountLinks() {
  const { frame } = useLanguage().texts;
  return (
    <div className={classes.links}>
      <a href={accountPage()}>{frame.account}</a>
      <UnstyledButton onClick={signOut}>{frame.signOut}</UnstyledButton>
    </div>
  );
}
