import Link from "next/link";
import { Icon } from "./icon";

interface Props {
  title: React.ReactNode;
  href: string;
  link: string;
}

/** The title of a part of a page, with a way to all of it. */
export const SectionHead = ({ title, href, link }: Props) => (
  <div className="mb-6 flex items-baseline justify-between gap-4">
    <h2>{title}</h2>
    <Link href={href} prefetch={false} className="flex min-h-11 shrink-0 items-center gap-2 hover:text-accent">
      <span className="border-edge border-b text-sm">{link}</span>
      <Icon name="chevron" size={18} />
    </Link>
  </div>
);
