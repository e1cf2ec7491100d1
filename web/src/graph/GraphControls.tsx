import { ActionIcon } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon';
import classes from './GraphView.module.css';
import type { Camera } from './useCamera';

interface GraphControlsProps {
  camera: Camera;
  container: RefObject<HTMLDivElement | null>;
}

export function GraphControls({ camera, container }: GraphControlsProps) {
  const percent = useRef<HTMLSpanElement>(null);
  const { subscribe } = camera;
  useEffect(
    () =>
      subscribe(({ zoom }) => {
        if (percent.current) percent.current.textContent = `${Math.round(zoom * 100)} %`;
      }),
    [subscribe],
  );
  return (
    <div className={classes.controls} role="group" aria-label="Zoom">
      <ControlButton icon="minus" label="Zoom out" onClick={() => camera.zoomBy(1 / 1.25)} />
      <span ref={percent} className={classes.percent} />
      <ControlButton icon="plus" label="Zoom in" onClick={() => camera.zoomBy(1.25)} />
      <ControlButton icon="fit" label="Show the whole graph" onClick={camera.fit} />
      <ControlButton icon="fullScreen" label="Full screen" onClick={() => toggleFullScreen(container.current)} />
    </div>
  );
}

export function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else void element?.requestFullscreen();
}

interface ControlButtonProps {
  icon: 'minus' | 'plus' | 'fit' | 'fullScreen';
  label: string;
  onClick: () => void;
}

function ControlButton({ icon, label, onClick }: ControlButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} size={16} />
    </ActionIcon>
  );
}
