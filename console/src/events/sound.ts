const KEPT = "hanout.sound";

export const isSoundWanted = (): boolean => localStorage.getItem(KEPT) === "yes";

export const wantSound = (isWanted: boolean): void => localStorage.setItem(KEPT, isWanted ? "yes" : "no");

/** Two short tones. Browsers allow sounds only after a person has touched the page; before, nothing is heard. */
export function playSound(): void {
  const context = new AudioContext();
  const volume = context.createGain();
  volume.gain.value = 0.08;
  volume.connect(context.destination);
  for (const [start, pitch] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const tone = context.createOscillator();
    tone.frequency.value = pitch;
    tone.connect(volume);
    tone.start(context.currentTime + start);
    tone.stop(context.currentTime + start + 0.12);
    tone.onended = () => start > 0 && void context.close();
  }
}
