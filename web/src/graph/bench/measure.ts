// Frames are the times between frames, in milliseconds.
export interface Frames {
  median: number;
  p95: number;
  worst: number;
  // How many frames took longer than 1/30 s.
  slow: number;
  count: number;
}

export const nextFrame = () =>
  new Promise<number>((resolve) => {
    requestAnimationFrame(resolve);
  });

// afterPaint resolves when the frame that is being prepared was shown.
export async function afterPaint(): Promise<number> {
  await nextFrame();
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(undefined);
  });
  return performance.now();
}

// measureFrames moves something in each of many frames and returns how long the frames took.
export async function measureFrames(count: number, move: (frame: number) => void): Promise<Frames> {
  const times: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < count; frame++) {
    move(frame);
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  const ordered = times.toSorted((a, b) => a - b);
  const at = (share: number) => ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))]!;
  return { median: at(0.5), p95: at(0.95), worst: ordered.at(-1)!, slow: times.filter((time) => time > 34).length, count };
}
