import type { ComponentType } from "react";
import type { FieldProps } from "../FormContext.ts";
import type { Kind } from "../kinds.ts";
import { ChoiceField } from "./ChoiceField.tsx";
import { ChosenField } from "./ChosenField.tsx";
import { DateField } from "./DateField.tsx";
import { FlagField } from "./FlagField.tsx";
import { JsonField } from "./JsonField.tsx";
import { ListField } from "./ListField.tsx";
import { LongTextField } from "./LongTextField.tsx";
import { MapField } from "./MapField.tsx";
import { NumberField } from "./NumberField.tsx";
import { ObjectField } from "./ObjectField.tsx";
import { PictureField } from "./PictureField.tsx";
import { PicturesField } from "./PicturesField.tsx";
import { ReferenceField } from "./ReferenceField.tsx";
import { ReferencesField } from "./ReferencesField.tsx";
import { SheetField } from "./SheetField.tsx";
import { TextField } from "./TextField.tsx";
import { TextsField } from "./TextsField.tsx";
import { YesNoField } from "./YesNoField.tsx";

/** The widget of each kind of argument. */
export const WIDGETS: Record<Kind, ComponentType<FieldProps>> = {
  choice: ChoiceField,
  chosen: ChosenField,
  flag: FlagField,
  "yes-no": YesNoField,
  number: NumberField,
  text: TextField,
  "long-text": LongTextField,
  sheet: SheetField,
  date: DateField,
  texts: TextsField,
  reference: ReferenceField,
  references: ReferencesField,
  picture: PictureField,
  pictures: PicturesField,
  object: ObjectField,
  list: ListField,
  map: MapField,
  json: JsonField,
};
