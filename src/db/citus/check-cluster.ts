import type { Driver } from "../database.ts";
import { isMigrated } from "../migrate.ts";
import { clusterFaults, type Entrance, entranceFaults, PENDING, unseenOf } from "./check.ts";
import { readCluster } from "./cluster.ts";

/** An address of the server, and how to open it with the role of its login. */
export interface Address {
  /** The setting with the address. */
  setting: string;
  /** Whether it is for transactions; else it is for migrations or plain reads. */
  writes: boolean;
  open: () => Promise<Driver>;
}

export interface CheckResult {
  /** What is not as it should be, a sentence each with what to do. */
  faults: string[];
  /** What the login may not see. */
  unseen: string[];
  /** Nodes that have joined beside the coordinator; 0 when the cluster could not be looked at. */
  workers: number;
}

/**
 * Checks the cluster behind the address of the owner of the tables, and that the other addresses lead to its coordinator.
 * `lockTimeoutSeconds`: how long the roles of the server are to wait for a lock. While migrations are pending, only the
 * addresses are checked: what the nodes must have follows from the tables. Changes nothing. Throws OperatorError when an address cannot be used, or the schema cannot be distributed at all.
 */
export async function checkCluster(
  owner: Address,
  others: Address[],
  lockTimeoutSeconds: number,
): Promise<CheckResult> {
  const found = await withDriver(owner, async (driver) => {
    const entrance = await readEntrance(owner, driver);
    const faults = entranceFaults(entrance);
    const isPending = !isOnWorker(entrance) && !(await isMigrated(driver));
    if (isPending) faults.unshift(PENDING);
    if (isPending || entrance.group !== 0) return { faults, unseen: [], workers: 0 };
    const cluster = await readCluster(driver, lockTimeoutSeconds);
    const workers = cluster.nodes.filter(({ isCoordinator }) => !isCoordinator).length;
    return { faults: [...faults, ...clusterFaults(cluster)], unseen: unseenOf(cluster), workers };
  });
  const elsewhere = await Promise.all(
    others.map((address) => withDriver(address, (driver) => readEntrance(address, driver))),
  );
  return { ...found, faults: [...found.faults, ...elsewhere.flatMap(entranceFaults)] };
}

/** Workers do not know which migrations ran. */
const isOnWorker = ({ group }: Entrance): boolean => group !== null && group !== 0;

async function withDriver<T>({ open }: Address, work: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = await open();
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}

const EXTENSION = `
  select extversion as citus, current_setting('citus.propagate_set_commands', true) as propagates
  from pg_extension
  where extname = 'citus'
`;

async function readEntrance({ setting, writes }: Address, driver: Driver): Promise<Entrance> {
  const [extension] = (await driver.query(EXTENSION, [])) as Pick<Entrance, "citus" | "propagates">[];
  if (!extension) return { setting, writes, citus: null, group: null, propagates: null };
  const [local] = (await driver.query("select groupid as group from pg_dist_local_group", [])) as { group: number }[];
  return { setting, writes, ...extension, group: local?.group ?? null };
}
