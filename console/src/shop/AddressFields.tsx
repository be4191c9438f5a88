import { Autocomplete, SegmentedControl, Select, TextInput } from "@mantine/core";
import { useStore } from "../api/api.ts";
import { useLanguage } from "../messages/TextsContext.tsx";
import { matches } from "../parts/matches.ts";
import { isNamed, placeName, useCommunes, useWilayas } from "./places.ts";
import classes from "./Shop.module.css";

/** Where an order goes, as it is typed. */
export interface Address {
  /** In Algeria the French name of a wilaya, or what a shopper wrote. */
  wilaya: string;
  commune: string;
  line1: string;
  method: "home" | "desk";
}

export const NO_ADDRESS: Address = { wilaya: "", commune: "", line1: "", method: "home" };

interface AddressFieldsProps {
  address: Address;
  onChange: (address: Address) => void;
  errors?: Partial<Record<keyof Address, string | undefined>>;
}

/** The fields of an address: in Algeria any wilaya and its communes, found as one types; elsewhere free text. */
export function AddressFields({ address, onChange, errors = {} }: AddressFieldsProps) {
  const { texts } = useLanguage();
  const { shop } = texts;
  const { country } = useStore();
  const set = (part: Partial<Address>) => onChange({ ...address, ...part });
  return (
    <div className={classes.address}>
      <SegmentedControl
        aria-label={shop.method}
        data={[
          { value: "home", label: shop.home },
          { value: "desk", label: shop.desk },
        ]}
        value={address.method}
        onChange={(method) => set({ method: method as Address["method"] })}
        fullWidth
      />
      <div className={classes.two}>
        {country === "DZ" ? (
          <AlgerianPlace address={address} onChange={set} errors={errors} />
        ) : (
          <>
            <TextInput
              label={shop.region}
              value={address.wilaya}
              error={errors.wilaya}
              maxLength={100}
              onChange={({ currentTarget }) => set({ wilaya: currentTarget.value })}
            />
            <TextInput
              label={shop.town}
              value={address.commune}
              error={errors.commune}
              maxLength={100}
              onChange={({ currentTarget }) => set({ commune: currentTarget.value })}
            />
          </>
        )}
      </div>
      <TextInput
        label={shop.line1}
        value={address.line1}
        error={errors.line1}
        maxLength={500}
        onChange={({ currentTarget }) => set({ line1: currentTarget.value })}
      />
    </div>
  );
}

function AlgerianPlace({
  address,
  onChange,
  errors = {},
}: Omit<AddressFieldsProps, "onChange"> & { onChange: (part: Partial<Address>) => void }) {
  const { language, texts } = useLanguage();
  const { shop } = texts;
  const wilayas = useWilayas();
  const chosen = wilayas.find((one) => isNamed(one, address.wilaya));
  const communes = useCommunes(chosen?.code);
  const spellings = new Map(wilayas.map((one) => [one.name_fr, `${one.code} ${one.name_fr} ${one.name_ar}`]));
  const options = wilayas.map((one) => ({ value: one.name_fr, label: `${one.code} · ${placeName(one, language)}` }));
  const typed = address.wilaya !== "" && !chosen ? [{ value: address.wilaya, label: address.wilaya }] : [];
  const named = (text: string) => communes.find(({ name_fr, name_ar }) => name_fr === text || name_ar === text);
  const commune = named(address.commune);
  return (
    <>
      <Select
        label={shop.wilaya}
        placeholder={shop.wilayaHint}
        data={[...typed, ...options]}
        value={chosen?.name_fr ?? (address.wilaya || null)}
        onChange={(wilaya) => onChange({ wilaya: wilaya ?? "", commune: "" })}
        searchable
        clearable
        selectFirstOptionOnChange
        nothingFoundMessage={shop.noPlace}
        filter={({ options: all, search }) =>
          all.filter(
            (one) => "value" in one && (one.label === search || matches(search, spellings.get(one.value) ?? one.label)),
          )
        }
        error={errors.wilaya}
      />
      <Autocomplete
        label={shop.commune}
        data={[...new Set(communes.map((one) => placeName(one, language)))]}
        value={commune ? placeName(commune, language) : address.commune}
        onChange={(text) => onChange({ commune: named(text)?.name_fr ?? text })} // carriers know the French name
        filter={({ options: all, search }) =>
          all.filter((one) => {
            const place = "value" in one ? named(one.value) : undefined;
            return place !== undefined && matches(search, `${place.name_fr} ${place.name_ar}`);
          })
        }
        maxLength={100}
        error={errors.commune}
      />
    </>
  );
}
