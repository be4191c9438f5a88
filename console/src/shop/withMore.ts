/** These lines with more of some goods, which may be among them. */
export function withMore<Line extends { item: string; quantity: number }>(lines: readonly Line[], more: Line): Line[] {
  const isThere = lines.some(({ item }) => item === more.item);
  if (!isThere) return [...lines, more];
  return lines.map((line) => (line.item === more.item ? { ...line, quantity: line.quantity + more.quantity } : line));
}
