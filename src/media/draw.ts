export const MOTIFS = ["dress"] as const;
export type Motif = (typeof MOTIFS)[number];
export function drawPicture(_motif: Motif, _seed: string): string {
  return "<svg/>";
}
