import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import classes from './GraphView.module.css';
import { visibleIn } from './area';
import { type Picture, colorOf } from './paint';
import { readPalette } from './palette';
import type { Camera } from './useCamera';

const size = { width: 164, height: 92 };

interface MinimapProps {
  picture: Picture;
  camera: Camera;
}

// Minimap shows the whole graph and what of it is in view. A click moves there. The keys of the graph do the same.
export function Minimap({ picture, camera }: MinimapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  const { scene, looks, matched } = picture;
  const scaleX = size.width / Math.max(1, scene.width);
  const scaleY = size.height / Math.max(1, scene.height);

  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const density = Math.min(2, window.devicePixelRatio);
    element.width = size.width * density;
    element.height = size.height * density;
    context.setTransform(density * scaleX, 0, 0, density * scaleY, 0, 0);
    const palette = readPalette(element.parentElement!);
    const [width, height] = [scene.nodeWidth, Math.max(scene.nodeHeight, 1.2 / scaleY)];
    for (const node of scene.nodes) {
      context.fillStyle = matched && !matched.has(node.id) ? palette.faint : colorOf(node, looks, scene, palette);
      context.fillRect(node.x, node.y, width, height);
    }
  }, [scene, looks, matched, scheme, scaleX, scaleY]);

  const { subscribe, size: inView } = camera;
  useEffect(
    () =>
      subscribe((viewport) => {
        const { x, y, width, height } = visibleIn(viewport, inView);
        const left = Math.max(0, x * scaleX);
        const top = Math.max(0, y * scaleY);
        const style = view.current?.style;
        if (!style) return;
        style.left = `${left}px`;
        style.top = `${top}px`;
        style.width = `${Math.max(4, Math.min(size.width, (x + width) * scaleX) - left)}px`;
        style.height = `${Math.max(4, Math.min(size.height, (y + height) * scaleY) - top)}px`;
      }),
    [subscribe, inView, scaleX, scaleY],
  );

  const onClick = ({ nativeEvent: { offsetX, offsetY } }: React.MouseEvent) =>
    void camera.flow.setCenter(offsetX / scaleX, offsetY / scaleY, { zoom: camera.area.zoom });
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keys of the graph do the same
    <div className={classes.minimap} aria-hidden="true" onClick={onClick}>
      <canvas ref={canvas} style={size} />
      <div ref={view} className={classes.view} />
    </div>
  );
}
