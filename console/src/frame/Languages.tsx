import { DirectionContext } from "@mantine/core";
import { type PropsWithChildren, useEffect, useMemo, useState } from "react";
import { isLanguage, KEPT_LANGUAGE } from "../messages/firstLanguage.ts";
import { directionOf, type Language, loadTexts } from "../messages/languages.ts";
import { TextsContext } from "../messages/TextsContext.tsx";
import type { Texts } from "../messages/texts.ts";

interface Spoken {
  language: Language;
  texts: Texts;
}

/** Gives all below it the texts of a language, and its direction. What is typed survives a change of the language. */
export function Languages({ first, children }: PropsWithChildren<{ first: Spoken }>) {
  const [spoken, setSpoken] = useState(first);

  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === KEPT_LANGUAGE && isLanguage(newValue)) void show(newValue);
    };
    const show = async (language: Language) => setSpoken({ language, texts: await loadTexts[language]() });
    window.addEventListener("storage", onStorage);
    return () => window.removeEventListener("storage", onStorage);
  }, []);

  useEffect(() => {
    document.documentElement.lang = spoken.language;
    document.documentElement.dir = directionOf(spoken.language);
  }, [spoken.language]);

  const value = useMemo(
    () => ({
      ...spoken,
      async speak(language: Language) {
        localStorage.setItem(KEPT_LANGUAGE, language);
        setSpoken({ language, texts: await loadTexts[language]() });
      },
    }),
    [spoken],
  );
  const direction = useMemo(
    () => ({ dir: directionOf(spoken.language), setDirection() {}, toggleDirection() {} }),
    [spoken.language],
  );

  return (
    <TextsContext value={value}>
      <DirectionContext value={direction}>{children}</DirectionContext>
    </TextsContext>
  );
}
