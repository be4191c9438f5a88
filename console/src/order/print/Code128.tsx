/**
 * The bars and gaps of each symbol of Code 128, as widths: eleven modules each, thirteen for the last, which ends a code (ISO/IEC 15417).
 */
// biome-ignore format: a table
const SYMBOLS = [
  "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312", "231212",
  "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212", "223112", "312131",
  "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121", "111323", "131123", "131321",
  "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331", "132131", "113123", "113321", "133121",
  "313121", "211331", "231131", "213113", "213311", "213131", "311123", "311321", "331121", "312113", "312311", "332111",
  "314111", "221411", "431111", "111224", "111422", "121124", "121421", "141122", "141221", "112214", "112412", "122114",
  "122411", "142112", "142211", "241211", "221114", "413111", "241112", "134111", "111242", "121142", "121241", "114212",
  "124112", "124211", "411212", "421112", "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113",
  "114311", "411113", "411311", "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
];
const START_B = 104;
const STOP = 106;
const HEIGHT = 40;
/** Modules that stay white on each side. */
const QUIET = 10;

/** The symbols of a text in code set B: Latin letters, digits and signs. Undefined for other texts. */
export function symbolsOf(text: string): number[] | undefined {
  const codes = [...text].map((one) => (one.codePointAt(0) ?? 0) - 32);
  if (codes.length === 0 || codes.some((code) => code < 0 || code > 94)) return undefined;
  const check = codes.reduce((sum, code, index) => sum + code * (index + 1), START_B) % 103;
  return [START_B, ...codes, check, STOP];
}

/** A text as a barcode that every scanner reads; nothing for a text that has no such code. */
export function Code128({ text }: { text: string }) {
  const widths = symbolsOf(text)?.flatMap((symbol) => [...(SYMBOLS[symbol] ?? "")].map(Number));
  if (!widths) return null;
  let at = QUIET;
  const bars = widths.flatMap((width, index) => {
    const x = at;
    at += width;
    return index % 2 === 0 ? [<rect key={x} x={x} width={width} height={HEIGHT} />] : [];
  });
  return (
    <svg
      viewBox={`0 0 ${at + QUIET} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      role="img"
      aria-label={text}
    >
      {bars}
    </svg>
  );
}
