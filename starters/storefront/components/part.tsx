interface Props {
  title: string;
  isOpen?: boolean;
  children: React.ReactNode;
}

/** A part of a page that opens and closes. */
export const Part = ({ title, isOpen, children }: Props) => (
  <details open={isOpen} className="group border-line border-b">
    <summary className="flex min-h-14 items-center justify-between font-semibold">
      <bdi dir="auto">{title}</bdi>
      <span aria-hidden="true" className="text-soft">
        <span className="group-open:hidden">+</span>
        <span className="hidden group-open:inline">−</span>
      </span>
    </summary>
    <div className="pb-5">{children}</div>
  </details>
);
