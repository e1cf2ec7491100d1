import { useComputedColorScheme } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { Area } from './area';
import classes from './GraphView.module.css';
import { type Picture, paint } from './paint';
import { readPalette } from './palette';

interface GraphCanvasProps {
  picture: Picture;
  area: Area;
  onPaint?: () => void;
}

// GraphCanvas draws an area of the graph. It is inside of the viewport, which moves and scales it with the cards.
export function GraphCanvas({ picture, area, onPaint }: GraphCanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const scheme = useComputedColorScheme();
  const { scene, looks, matched, selected } = picture;
  useLayoutEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const scale = area.zoom * Math.min(2, window.devicePixelRatio);
    canvas.width = Math.max(1, Math.ceil(area.width * scale));
    canvas.height = Math.max(1, Math.ceil(area.height * scale));
    context.setTransform(scale, 0, 0, scale, -area.x * scale, -area.y * scale);
    paint(context, { scene, looks, matched, selected }, area, readPalette(canvas.parentElement!));
    onPaint?.();
  }, [area, scene, looks, matched, selected, scheme, onPaint]);
  const { x, y, width, height } = area;
  return <canvas ref={element} className={classes.canvas} style={{ width, height, transform: `translate(${x}px, ${y}px)` }} />;
}
