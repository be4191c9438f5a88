import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useApi } from "../api/api.ts";
import { type Operation, operationsQuery } from "../api/operations.ts";
import { useTexts } from "../messages/TextsContext.tsx";
import { Empty } from "../parts/Empty.tsx";
import { Icon } from "../parts/Icon.tsx";
import { LoadingRows } from "../parts/LoadingRows.tsx";
import { matches } from "../parts/matches.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { Problem } from "../parts/Problem.tsx";
import { byArea } from "./areas.ts";
import classes from "./OperationList.module.css";
import { aboutOf, titleOf } from "./titles.ts";

const route = getRouteApi("/stores/$store/operations");

/** Everything that the person may do in the store, by area. */
export function OperationList() {
  const texts = useTexts();
  const { q = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(operationsQuery(useApi()));
  const search = (words: string) => navigate({ search: words ? { q: words } : {}, replace: true });

  const found = data?.filter((operation) =>
    matches(q, `${titleOf(texts, operation)} ${operation.title} ${operation.name} ${operation.description}`),
  );
  const areas = found && byArea(found, texts.operations.areas);
  return (
    <>
      <PageHead title={texts.frame.operations} about={texts.operations.intro} />
      <div className={classes.page}>
        <TextInput
          className={classes.search}
          type="search"
          aria-label={texts.operations.find}
          placeholder={texts.operations.find}
          leftSection={<Icon name="search" size={18} />}
          value={q}
          onChange={(event) => search(event.currentTarget.value)}
        />
        {error && <Problem error={error} onRetry={refetch} />}
        {!areas && !error && <LoadingRows />}
        {areas?.length === 0 && (
          <Empty
            icon="search"
            title={texts.operations.noneFound(q)}
            action={
              <Button variant="default" onClick={() => search("")}>
                {texts.operations.all}
              </Button>
            }
          />
        )}
        {areas?.map(([area, operations]) => (
          <section key={area} aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{texts.operations.areas[area]}</h2>
            <ul>
              {operations.map((operation) => (
                <OperationRow key={operation.name} operation={operation} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function OperationRow({ operation }: { operation: Operation }) {
  const texts = useTexts();
  const { operations } = texts;
  const { store } = useApi();
  return (
    <li>
      <Link to="/stores/$store/operations/$name" params={{ store, name: operation.name }} className={classes.row}>
        <span className={classes.title}>{titleOf(texts, operation)}</span>
        <span className={classes.about}>
          {operation.effect === "read" ? operations.reads : operation.not_undoable !== null && operations.final}
        </span>
        <span className={classes.description}>{aboutOf(texts, operation)}</span>
      </Link>
    </li>
  );
}
